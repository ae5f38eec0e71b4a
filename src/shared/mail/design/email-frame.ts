const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";
/** Long addresses and links do not widen the mail. */
const wrap = 'word-break:break-word';
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

/**
 * The HTML that mails of the service have in common: a card on a ground, and a small text below it. `rows`
 * are rows of the card, each part is HTML. Styles are inline: mail programs drop any others.
 */
export const emailFrame = ({
  title,
  rows,
  footer,
  language = 'en',
}: {
  title: string;
  rows: string;
  footer: string;
  /** A language tag. */
  language?: string;
}): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f5">
<table ${table} style="background:#f4f4f5"><tr><td align="center" style="padding:32px 16px">
<table ${table} style="max-width:480px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px;${font};${wrap};color:#18181b">
${rows}
</table>
<p style="max-width:480px;margin:16px auto 0;${font};font-size:12px;line-height:18px;${wrap};color:#71717a">${footer}</p>
</td></tr></table>
</body>
</html>
`;
