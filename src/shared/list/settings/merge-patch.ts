type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Applies a JSON merge patch (RFC 7396): objects are merged, null removes a key, everything else replaces it.
 */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else if (value !== undefined) merged[key] = isObject(value) ? mergePatch(merged[key], value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
