/**
 * The pictures of the cards, drawn once when the page is built: one SVG file for each card of `cards.json`, in a folder
 * whose name changes with any of them, so that browsers may keep them for ever.
 */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import facts from "./cards.json";
import { svgOf } from "./src/lib/art";
import { catalogueOf, subjectOf } from "./src/lib/facts";
import type { CardFacts } from "./src/lib/protocol";

export const pictures: ReadonlyMap<string, string> = new Map(
  [...catalogueOf(facts as Record<string, CardFacts>)].map(([number, card]) => [`${number}.svg`, svgOf(subjectOf(card))]),
);

/** Gives the page `import.meta.env.PICTURES`, the folder's address, and what lies there. */
export function drawsPictures(): Plugin {
  const digest = createHash("sha256");
  for (const svg of pictures.values()) digest.update(svg);
  const folder = `assets/cards-${digest.digest("hex").slice(0, 8)}`;
  return {
    name: "draws-pictures",
    config: () => ({ define: { "import.meta.env.PICTURES": JSON.stringify(`/${folder}/`) } }),
    configureServer(server) {
      server.middlewares.use(`/${folder}/`, (request, response, next) => {
        const svg = pictures.get(request.url?.slice(1) ?? "");
        if (svg === undefined) return next();
        response.setHeader("Content-Type", "image/svg+xml").end(svg);
      });
    },
    generateBundle() {
      for (const [name, source] of pictures) this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
    },
  };
}
