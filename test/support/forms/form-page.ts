/** A page of an owner's with a form, whose action and script begin with `url`, and its stylesheet. */
export const formPage = (url: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Acme Notes</title>
    <link rel="stylesheet" href="style.css">
    <script src="${url}/script.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Acme Notes</h1>
      <form action="${url}" method="post">
        <label>Email <input type="email" name="email" autocomplete="email" required maxlength="320"></label>
        <label class="trap" aria-hidden="true">
          Leave this empty <input type="text" name="your-website" tabindex="-1" autocomplete="off">
        </label>
        <input type="hidden" name="ref">
        <input type="hidden" name="utm_source">
        <button type="submit">Join the waitlist</button>
        <p data-message></p>
      </form>
    </main>
  </body>
</html>`;

/** People neither see nor reach the trap. With `left` a wide input would stick out on a narrow screen. */
export const formStyle = `
input { box-sizing: border-box; width: 100%; }
.trap { position: absolute; right: 100vw; }
`;
