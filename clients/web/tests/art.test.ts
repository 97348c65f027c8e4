import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { svgOf } from "../src/lib/art";
import { subjectOf } from "../src/lib/facts";
import { catalogue } from "./fixtures/table";

const subjects = [...catalogue.values()].map(subjectOf);

test("the same card has the same picture, always", () => {
  for (const subject of subjects) expect(svgOf(subject)).toBe(svgOf({ ...subject }));
});

test("the pictures of a release are those of the next one", () => {
  const digest = createHash("sha256");
  for (const subject of subjects.toSorted((a, b) => a.number.localeCompare(b.number))) digest.update(svgOf(subject));
  expect(digest.digest("hex")).toBe("12e8d70b3eb9f3dc918eb7082d1d08dcb68302d2197a7444c811b47275bfefb1");
});

test("two different cards never have the same picture", () => {
  expect(new Set(subjects.map(svgOf)).size).toBe(subjects.length);
});

test("another number of the same card has another picture", () => {
  const [subject] = subjects;
  if (!subject) throw new Error("no card in the fixture");
  expect(svgOf({ ...subject, number: "ETD99-001" })).not.toBe(svgOf(subject));
});

test("every kind of card is drawn, and every coordinate is a number", () => {
  expect(new Set(subjects.map((subject) => subject.kind)).size).toBe(4);
  for (const subject of subjects) expect(svgOf(subject)).not.toMatch(/NaN|undefined|Infinity/);
});

test("every element that is opened is closed", () => {
  for (const subject of subjects) {
    const svg = svgOf(subject);
    const opened = svg.match(/<[a-zA-Z]+[^>]*[^/]>/g)?.length ?? 0;
    expect(svg.match(/<\//g)?.length).toBe(opened);
  }
});

test("a Lucky card has rays that its plain twin has not", () => {
  const lucky = subjects.find((subject) => subject.lucky);
  if (!lucky) throw new Error("no Lucky card in the fixture");
  const rays = (svg: string): number => svg.match(/L112,-90 L128,-90Z/g)?.length ?? 0;
  expect(rays(svgOf(lucky))).toBe(18);
  expect(rays(svgOf({ ...lucky, lucky: false }))).toBe(0);
});
