/** An entry of package-lock.json, as far as it is read here. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** Only for development, and for nothing else. */
  readonly dev?: boolean;
  /** A workspace, by another name. */
  readonly link?: boolean;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** They ask for no more than their text beside a copy, and leave what is built on them as it is. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

export interface Licenses {
  /** `name@version` of production packages, by licence. */
  readonly byLicense: ReadonlyMap<string, readonly string[]>;
  /** Those whose licence is not allowed, or not told. */
  readonly refused: readonly string[];
}

/** The licences of everything that production installs. */
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
