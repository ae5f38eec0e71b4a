/** The oldest version of Redis that the service supports: the one that BullMQ asks for. */
export const oldestVersion = '6.2';

/** The value of a field in an answer of `INFO`; empty if it is not there. */
export function infoField(info: string, name: string): string {
  return new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '';
}

/** Whether a version such as `6.0.16` is older than the oldest that is supported. */
export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestVersion.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
