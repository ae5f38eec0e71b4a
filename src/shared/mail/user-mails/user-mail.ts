/** What a mail to a user says. The texts may have placeholders, whose values are escaped. */
interface UserMailText {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What leads to `{{url}}`. */
  readonly link: string;
  /** In small print. */
  readonly ending: string;
}

/** The HTML of a mail to a user. Styles are inline: mail programs drop any others. */
export const userMail = ({ heading, paragraphs, link, ending }: UserMailText): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
<h1 style="margin:0;font-size:20px;line-height:28px">${heading}</h1>
${paragraphs.map((text) => `<p style="margin:16px 0 0">${text}</p>`).join('\n')}
<p style="margin:16px 0 0"><a href="{{url}}">${link}</a></p>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#71717a">${ending}</p>
</body>
</html>
`;
