/** RFC 7396 JSON merge patch, as the server's updates carry it. */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The document after the patch. Neither argument is changed, and every part that the patch does not touch is the same
 * object as before, so that comparing by identity tells what changed.
 */
export function merge<T>(target: T, patch: unknown): T {
  return merged(target, patch) as T;
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}
