/** The signs, drawn on a 24 x 24 grid in the current colour. */

const line = (d: string, extra = ""): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
const shape = (d: string, extra = ""): string => `<path d="${d}" fill="currentColor" ${extra}/>`;
const face = (mouth: string): string =>
  `<circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" stroke-width="2"/>${shape("M8.6 8.2a1.3 1.6 0 1 1-.01 0zM15.4 8.2a1.3 1.6 0 1 1-.01 0z")}${mouth}`;

/** SVG content by name: elements and kinds of work under their printed names, everything else in lower case. */
export const ICONS = {
  Fire: shape("M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 1-2 2-5 1-9z"),
  Water: shape("M12 2c4 5 7 8.5 7 12.5A7 7 0 0 1 5 14.5C5 10.5 8 7 12 2z"),
  Ice: line("M12 2v20M3.5 7l17 10M20.5 7l-17 10M9 3.5l3 3 3-3M9 20.5l3-3 3 3"),
  Electric: shape("M13.5 2 5 13.5h5.5L9 22l10-12.5h-6z"),
  Grass: shape("M20 3C9 3 4 8 4 14c0 2 .5 4 1 5 2-5 5-8 9-10-3 3-6 6-7.5 11C16 21 20 14 20 3z"),
  Ground: shape("M2 20 9 7l4 6 2.5-4L22 20z"),
  /** A whirl: the moon stands for night. */
  Dark: line("M12 12.500a1.800 1.800 0 0 1 3-1.300 4.200 4.200 0 0 1-3 6.800 6.300 6.300 0 0 1-6.300-6.800A8 8 0 0 1 14 3.200a8.800 8.800 0 0 1 7 7.800", 'style="stroke-width:2.8"'),
  Dragon: shape("M12 2l3 5 6-2-3 6 3 5-6 0-3 6-3-6-6 0 3-5-3-6 6 2z"),
  Neutral: '<circle cx="12" cy="12" r="7.5" fill="none" stroke="currentColor" stroke-width="3.4"/>',
  Kindling: line("M5 20 19 14M5 14l14 6") + shape("M12 2c.8 3 4 4.5 4 8a4 4 0 0 1-8 0c0-2 1.5-3 1.5-5 1 .7 1.5 1.5 1.5 2.5.7-1.2 1.3-3 1-5.5z"),
  Harvesting: line("M12 21V9M12 14c-4 0-6-2-6-6 4 0 6 2 6 6zM12 11c0-4 2-6 6-6 0 4-2 6-6 6z"),
  Crafting: line("M14 4l6 6-3 3-6-6zM12.5 8.5 4 17l3 3 8.5-8.5"),
  Collecting: line("M4 8c5-5 11-5 16 0M12 5v15"),
  Transporting: line("M3 8l9-5 9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8"),
  Farming: line("M4 20V9l8-5 8 5v11M4 14h16M9 20v-6M15 20v-6"),
  Cooling: line("M10 14V5a2 2 0 0 1 4 0v9a4 4 0 1 1-4 0zM12 10v8M17 6h4M17 10h3"),
  Electricity: line("M9 3v6M15 3v6M6 9h12v2a6 6 0 0 1-12 0zM12 17v4"),
  pal: shape("M12 21c-4 0-7-2.5-7-5.5S8 10 12 10s7 2.5 7 5.5S16 21 12 21zM5 11a2.3 3 0 1 1 .01 0zM19 11a2.3 3 0 1 1 .01 0zM9 7.5a2.3 3 0 1 1 .01 0zM15 7.5a2.3 3 0 1 1 .01 0z"),
  structure: shape("M3 11 12 3l9 8v2h-2v8h-5v-6h-4v6H5v-8H3z"),
  gear: shape("M14.7 2.3a5 5 0 0 0-4.5 7.2L2.6 17a2.7 2.7 0 0 0 3.9 3.9l7.5-7.5a5 5 0 0 0 6.8-6l-3 3-3.3-.9-.9-3.3z"),
  /** A scroll: a star stands for what is Lucky. */
  event: shape("M5 2h12a3 3 0 0 1 3 3v2.500h-4V19a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3v-1.500h11V19a1 1 0 0 0 2 0V5a3 3 0 0 1 .2-1H6a1 1 0 0 0-1 1v10.500H3V4a2 2 0 0 1 2-2zM7 7h5v1.800H7zM7 11h5v1.800H7z", 'fill-rule="evenodd"'),
  power: shape("M20.5 3 21 3.5l-1 5.5-8.6 8.6 1.7 1.7-1.4 1.4-2.8-2.8L5.5 21.3 3 18.8l3.4-3.4-2.8-2.8L5 11.2l1.7 1.7L15 4.2z"),
  strike: shape("M5 2c2 6 2.5 11 1 18C3.5 15 3 8 5 2zM12 2c2 6.5 2.5 12.5 1 20-2.5-6-3-13-1-20zM19 2c2 6 2.5 11 1 18-2.5-5-3-12-1-18z"),
  durability: shape("M12 2 20.5 5v7c0 5-3.5 8.5-8.5 10.5C7 20.5 3.5 17 3.5 12V5z"),
  soul: shape("M12 2 19 12 12 22 5 12z"),
  material: shape("M12 2l8.7 5v10L12 22l-8.7-5V7zM12 6.5 7 9.4l5 2.9 5-2.9z", 'fill-rule="evenodd"'),
  ingredient: shape("M12 8c3-3 8-1 8 4s-4 10-8 10-8-5-8-10 5-7 8-4zM12 7c-.5-3 1-5 4-5.5C16 5 14.5 6.8 12 7z"),
  heart: shape("M12 21S3 15 3 8.7A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 1.7C21 15 12 21 12 21z"),
  hand: shape("M4 6l7-2 3 13-7 2zM13 4l6.5 2-3.5 12-1-.3z"),
  deck: shape("M6 3h11a2 2 0 0 1 2 2v13H8a2 2 0 0 1-2-2zM4 7v13h12v2H4a2 2 0 0 1-2-2V7z"),
  grave: shape("M6 21V10a6 6 0 0 1 12 0v11h2v2H4v-2zM11 9v2H9v2h2v5h2v-5h2v-2h-2V9z", 'fill-rule="evenodd"'),
  exile: '<circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-dasharray="7 3.5"/>' + shape("M12 7l5 5-5 5-5-5z"),
  moon: shape("M20 14.5A9 9 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"),
  sun: shape("M12 6.5a5.5 5.5 0 1 1-.01 0z") + line("M12 1v2M12 21v2M1 12h2M21 12h2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4"),
  eye: line("M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12z") + '<circle cx="12" cy="12" r="3" fill="currentColor"/>',
  shield: shape("M12 2 20.5 5v7c0 5-3.5 8.5-8.5 10.5C7 20.5 3.5 17 3.5 12V5z"),
  sword: shape("M20.5 3 21 3.5l-1 5.5-8.6 8.6 1.7 1.7-1.4 1.4-2.8-2.8L5.5 21.3 3 18.8l3.4-3.4-2.8-2.8L5 11.2l1.7 1.7L15 4.2z"),
  lock: shape("M7 10V7a5 5 0 0 1 10 0v3h2v12H5V10zM9.5 10h5V7a2.5 2.5 0 0 0-5 0z", 'fill-rule="evenodd"'),
  check: line("M5 12.5l5 5L19.5 7", 'style="stroke-width:3.4"'),
  x: line("M6 6l12 12M18 6 6 18", 'style="stroke-width:3"'),
  undo: line("M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3"),
  search: line("M15.5 15.5 21 21") + '<circle cx="10.5" cy="10.5" r="6.500" fill="none" stroke="currentColor" stroke-width="2.2"/>',
  copy: line("M9 9h11v11H9zM5 15H4V4h11v1"),
  lucky: shape("M12 1c.6 6.5 4.5 10.4 11 11-6.5.6-10.4 4.5-11 11-.6-6.5-4.5-10.4-11-11C7.5 11.4 11.4 7.5 12 1z"),
  bot: line("M5 9h14v10H5zM12 9V5M9 13.5v1.5M15 13.5v1.5") + '<circle cx="12" cy="4" r="1.800" fill="currentColor"/>',
  pause: shape("M6 4h4v16H6zM14 4h4v16h-4z"),
  play: shape("M6 3.500 20 12 6 20.500z"),
  back: shape("M19 4 9 12l10 8zM5 4h3v16H5z"),
  save: line("M12 3v12M7 10.500l5 5 5-5M4 20h16"),
  file: line("M6 3h8l4 4v14H6zM14 3v4h4"),
  next: shape("M5 4l10 8-10 8zM16 4h3v16h-3z"),
  plus: line("M12 5v14M5 12h14", 'style="stroke-width:3"'),
  minus: line("M5 12h14", 'style="stroke-width:3"'),
  /** What comes at once; the bolt stands for Electric. */
  quick: shape("M3 5l9.500 7L3 19zM12 5l9.500 7-9.500 7z"),
  /** What makes stronger when it counts. */
  raise: line("M5 20h14M12 16V4M6.500 9.500 12 4l5.500 5.500", 'style="stroke-width:2.6"'),
  say: line("M4 5h16v11H10l-5 4v-4H4z"),
  mute: line("M4 5h16v11H10l-5 4v-4H4zM3 3l18 18"),
  smile: face(line("M8 14.5c2 2.6 6 2.6 8 0")),
  laugh: face(shape("M7.5 13.5h9c0 6-9 6-9 0z")),
  surprise: face(shape("M12 13.6a2.1 2.6 0 1 1-.01 0z")),
  thinking: face(line("M9 16.2l6-1.6M15.5 4.6 18 5.4")),
  sad: face(line("M8 17c2-2.6 6-2.6 8 0")),
  log: line("M4 6h16M4 12h11M4 18h14"),
  clock: '<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2"/>' + line("M12 7v5.5l3.5 2"),
  turn: line("M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5M20 12a8 8 0 0 1-13.7 5.6L4 15M4 20v-5h5"),
  flag: line("M5 22V3M5 4h13l-3 4.5L18 13H5"),
  users: shape("M9 4a4 4 0 1 1-.01 0zM2 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5zM16.5 5.5a3.2 3.2 0 1 1-.01 0zM18 20c0-2.5-.6-4.5-1.8-6 3.5-.3 5.8 2 5.8 6z"),
  wifi: line("M3 9.5a13 13 0 0 1 18 0M6.5 13.5a8 8 0 0 1 11 0") + '<circle cx="12" cy="18" r="2" fill="currentColor"/>',
  link: line("M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1"),
  settings: line("M4 7h9M19 7h1M4 17h1M11 17h9") + '<circle cx="16" cy="7" r="2.6" fill="none" stroke="currentColor" stroke-width="2.4"/><circle cx="8" cy="17" r="2.6" fill="none" stroke="currentColor" stroke-width="2.4"/>',
  arrow: line("M4 12h15M13 6l6 6-6 6"),
  rest: line("M6 5v8a4 4 0 0 0 4 4h9M15 13l4 4-4 4", 'style="stroke-width:2.6"'),
  warn: shape("M12 2.5 23 21.5H1zM11 9v6h2V9zM11 17v2h2v-2z", 'fill-rule="evenodd"'),
} as const;

export type IconName = keyof typeof ICONS;

export const isIcon = (name: string): name is IconName => name in ICONS;
