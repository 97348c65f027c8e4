import "@fontsource-variable/bricolage-grotesque/standard.css";
import "@fontsource-variable/inter/index.css";
import "./styles/tokens.css";
import "./styles/controls.css";
import "./styles/cards.css";
import "./styles/sky.css";
import "./styles/table.css";
import "./styles/dialogs.css";
import "./styles/narrow.css";
import "./styles/lobby.css";
import "./styles/watch.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { app } from "./lib/app.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
void app.begin();
