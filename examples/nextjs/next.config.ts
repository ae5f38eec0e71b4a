import type { NextConfig } from 'next';

const config: NextConfig = {
  turbopack: { root: import.meta.dirname }, // not the folder of another lock file further up
};

export default config;
