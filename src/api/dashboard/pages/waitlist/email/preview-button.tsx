import { Submit } from '../../../parts/form.tsx';

/** Sends what is written so far to the page of the preview, which the frame called `preview` shows. */
export function PreviewButton({ action }: { readonly action: string }) {
  return (
    <Submit class="quiet" formaction={action} formtarget="preview" formnovalidate data-preview>
      Preview
    </Submit>
  );
}
