import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { drawsPictures } from "./pictures";

/** Where `npm run dev` finds the game's server. */
const server = process.env["PALTABLE_URL"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), drawsPictures()],
  build: {
    target: "es2022",
    cssTarget: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: { input: ["index.html", "overlay.html"], checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      "/api": server,
      "/cards.json": server,
      "/decks.json": server,
      "/lessons.json": server,
      "^/overlay/[^/]+/events$": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
