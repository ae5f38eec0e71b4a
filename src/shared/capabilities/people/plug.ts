import type { Plug } from '../plug.ts';
import './jobs.ts';

export const people: Plug = {};
