/** Beside the name of a waitlist that takes no new signups. */
export const ArchivedTag = () => <span class="tag">Archived</span>;
