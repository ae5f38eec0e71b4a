/** The parts of an entry in package-lock.json that are read here. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** Used for development only. */
  readonly dev?: boolean;
  /** A link to a workspace. */
  readonly link?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Permissive licences, which only require their text beside a copy; MPL-2.0 asks besides for the source of
 * its own files where somebody changes them.
 */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

export interface Licenses {
  /** `name@version` of production packages by licence. */
  readonly byLicense: ReadonlyMap<string, readonly string[]>;
  /** Packages without a licence or with one that is not allowed. */
  readonly refused: readonly string[];
}

/** Reads the licences of all packages that production installs. */
export function readLicenses({ packages }: LockFile): Licenses {
  const byLicense = new Map<string, string[]>();
  const refused: string[] = [];
  for (const [path, { version, license = 'none', dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || dev || link) continue;
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    const names = byLicense.get(license) ?? [];
    if (!names.includes(name)) names.push(name);
    byLicense.set(license, names);
    if (!allowed.has(license)) refused.push(`${name}: ${license}`);
  }
  return { byLicense, refused };
}
