/** A mail as HTML, in a form. */
export function HtmlEditor({ html }: { readonly html: string }) {
  return (
    <label>
      HTML
      <textarea name="html" required maxlength={200_000} spellcheck={false} aria-describedby="html-hint">
        {`\n${html}`}
      </textarea>
      <small id="html-hint">The text part is made from the HTML. Inline styles work best.</small>
    </label>
  );
}
