import "@fontsource-variable/bricolage-grotesque/standard.css";
import "@fontsource-variable/inter/index.css";
import "./styles/tokens.css";
import "./styles/controls.css";
import "./styles/cards/index.css";
import "./styles/overlay.css";
import { mount } from "svelte";
import Overlay from "./components/overlay/Overlay.svelte";
import { loadCatalogue } from "./lib/facts";
import { Broadcast } from "./lib/broadcast.svelte";

/** The page for streaming software: its address ends with the id of the match. */
const target = document.getElementById("overlay");
if (!target) throw new Error("overlay.html has no #overlay");
const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const broadcast = new Broadcast(id, loadCatalogue);
mount(Overlay, { target, props: { broadcast } });
broadcast.begin();
