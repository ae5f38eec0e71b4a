/** A text with a button that copies it. */
export function Secret({ value, label }: { value: string; label: string }) {
  return (
    <div class="secret">
      <code>{value}</code>
      <button type="button" class="quiet small" data-copy={value} hidden>
        Copy<span class="hidden"> the {label}</span>
      </button>
    </div>
  );
}
