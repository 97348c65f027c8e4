/**
 * The focus at the table: one tab stop for each region, arrow keys from thing to thing, and a place for it to go when a
 * question arrives or what had it is gone. Regions are marked `data-region`; those that are rows of the table `data-row`.
 */

import type { Attachment } from "svelte/attachments";
import type { Way, Where } from "./keys";
import { middle, reached, type Stop } from "./stops";

const REGION = "[data-region]";
const ITEMS = "button:not(:disabled), a[href], input:not(:disabled)";
/** A list that scrolls is the stop of its region, and what it holds is reached from there. */
const SCROLLER = "ol[tabindex]";
const LETTERS = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea";
const ARROWS = "input:is([type=radio], [type=range])";
/** What lies over the table and has the keys to itself. */
const COVER = "dialog[open], [popover=auto]:popover-open, [popover='']:popover-open";

const regionOf = (element: Element | null | undefined): HTMLElement | null => element?.closest<HTMLElement>(REGION) ?? null;

function itemsOf(region: HTMLElement): HTMLElement[] {
  const layer = region.closest("[popover]");
  return [...region.querySelectorAll<HTMLElement>(ITEMS)].filter(
    (item) => regionOf(item) === region && item.closest("[popover]") === layer && item.checkVisibility(),
  );
}

class Focus {
  /** Whether the reader's last word came from a key. */
  byKeys = false;
  private table: HTMLElement | undefined;
  private held: HTMLElement | undefined;
  /** The place in its row from which a way up or down began. */
  private column: number | undefined;
  private readonly stops = new WeakMap<HTMLElement, HTMLElement>();

  /** Looks after the focus of everything in the element. */
  readonly follow: Attachment<HTMLElement> = (table) => {
    this.table = table;
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("keydown", () => (this.byKeys = true), { capture: true, signal });
    addEventListener("pointerdown", () => (this.byKeys = false), { capture: true, signal });
    addEventListener("resize", () => this.arrange(), { signal });
    table.addEventListener("toggle", () => this.arrange(), { capture: true, signal });
    table.addEventListener("focusin", (event) => this.hold(event.target as HTMLElement), { signal });
    const observer = new MutationObserver(() => {
      this.arrange();
      this.keep();
    });
    observer.observe(table, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    this.arrange();
    return () => {
      stop.abort();
      observer.disconnect();
    };
  };

  /** What stands between a key and the table now. */
  get where(): Where {
    const active = document.activeElement;
    const takes = active?.matches(LETTERS) ? "letters" : active?.matches(ARROWS) ? "arrows" : "nothing";
    return { takes, covered: document.querySelector(COVER) !== null };
  }

  private hold(element: HTMLElement): void {
    this.held = element;
    this.column = undefined;
    const region = regionOf(element);
    if (region && !region.querySelector(SCROLLER) && itemsOf(region).includes(element)) {
      this.stops.set(region, element);
      this.arrange();
    }
  }

  /** Gives each region its one tab stop: where the focus was last, else what can be chosen there, else the first. */
  private arrange(): void {
    for (const region of this.table?.querySelectorAll<HTMLElement>(REGION) ?? []) {
      const items = itemsOf(region);
      const stop = this.stopOf(region, items);
      for (const item of items) {
        const index = item === stop ? 0 : -1;
        if (item.tabIndex !== index) item.tabIndex = index;
      }
    }
  }

  private stopOf(region: HTMLElement, items: readonly HTMLElement[]): HTMLElement | undefined {
    const scroller = region.querySelector<HTMLElement>(SCROLLER);
    if (scroller) return scroller;
    const last = this.stops.get(region);
    return items.find((item) => item === last) ?? items.find((item) => item.matches(".chosen, .picked")) ?? items[0];
  }

  /** If what had the focus is gone, the prompt has it: there the reader is told how it goes on. */
  private keep(): void {
    const isGone = this.held !== undefined && !this.held.isConnected;
    const isDisabled = this.held?.matches(":disabled") === true;
    const isNowhere = document.activeElement === document.body || document.activeElement === this.held;
    if (this.byKeys && (isGone || isDisabled) && isNowhere && !this.where.covered) this.at("[data-testid=prompt]");
  }

  /** Puts the focus on the first element of this kind that is there; whether there is one. */
  at(selector: string): boolean {
    const found = [...(this.table?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => element.checkVisibility());
    found?.focus();
    return found !== undefined;
  }

  /** Goes into a region, to where the focus was there before. */
  enter(name: string): boolean {
    const region = this.table?.querySelector<HTMLElement>(`[data-region="${name}"]`);
    const stop = region && this.stopOf(region, itemsOf(region));
    stop?.focus();
    return stop !== undefined;
  }

  /** Follows an arrow key; whether it led anywhere. */
  go(way: Way): boolean {
    const active = document.activeElement;
    const region = regionOf(active);
    if (!(active instanceof HTMLElement) || !region) return this.enter("hand") || this.enter("prompt");
    const items = itemsOf(region);
    if (active.matches(SCROLLER)) {
      const name = way === "left" ? items.at(-1) : way === "right" ? items[0] : undefined;
      name?.focus();
      return name !== undefined;
    }
    const elements: HTMLElement[] = [];
    const stops: Stop[] = [];
    const regions = region.dataset["row"] === undefined ? [region] : this.rows();
    for (const [i, other] of regions.entries())
      for (const item of itemsOf(other)) {
        elements.push(item);
        stops.push({ region: i, box: item.getBoundingClientRect() });
      }
    const from = elements.indexOf(active);
    const here = stops[from];
    if (!here) return this.enter(region.dataset["region"] ?? "");
    const column = this.column ?? middle(here.box);
    elements[reached(from, stops, way, column)]?.focus();
    if (way === "up" || way === "down") this.column = column;
    return true;
  }

  /** The rows of the table, from above. */
  private rows(): HTMLElement[] {
    const top = (row: HTMLElement): number => row.getBoundingClientRect().top;
    return [...(this.table?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].sort((a, b) => top(a) - top(b));
  }
}

export const focus = new Focus();
