import { Document } from '../parts/document.tsx';

/** What is shown in place of a page that cannot be. */
export function ErrorPage({ message }: { message: string }) {
  return (
    <Document title="That did not work">
      <main class="alone card">
        <h1>That did not work</h1>
        <p>{message}</p>
        <a class="button quiet" href="/dashboard">
          To the overview
        </a>
      </main>
    </Document>
  );
}
