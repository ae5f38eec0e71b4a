import { encode } from 'uqr';

/** A QR code as SVG: one path of all dark squares, on white in both looks, because cameras need it so. */
export function qrCode(text: string): string {
  const { data, size } = encode(text, { border: 2 });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`;
    }
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

/** The same within a page, where there is no address for it. */
export const qrDataOf = (text: string): string => `data:image/svg+xml,${encodeURIComponent(qrCode(text))}`;
