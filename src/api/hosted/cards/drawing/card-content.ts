import type { BrandFont } from '../fonts/open-faces.ts';

/** A picture to be placed in a card. */
export interface CardLogo {
  readonly type: 'image/png' | 'image/jpeg';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** The colors of a card, which can be read on each other. */
export interface CardColors {
  readonly ground: string;
  /** Behind a logo that would vanish on the ground; null for none. */
  readonly plate: string | null;
  readonly text: string;
  readonly muted: string;
  /** The ground of the button, and the text on it. */
  readonly button: string;
  readonly onButton: string;
  /** The color of the brand as a shape on the ground. */
  readonly accent: string;
}

/** A text that is shown if the fonts have all its letters, and something of each name that it holds. */
export interface CardText {
  readonly text: string;
  readonly names: readonly string[];
}

/** All that a card shows. Two cards of the same content are the same picture. */
export interface CardContent {
  readonly language: string;
  /** Most wanted first: the first one that the fonts can draw is shown. */
  readonly headlines: readonly CardText[];
  /** Below the headline, likewise. */
  readonly texts: readonly CardText[];
  /** The text of the button. */
  readonly action: CardText;
  /** Stands for the logo, where there is none. */
  readonly initial: CardText;
  /** How many are on the list; more than the picture has room for are the same to it. */
  readonly people: number;
  readonly font: BrandFont;
  readonly colors: CardColors;
  readonly logo: CardLogo | null;
}
