import { Document } from '../parts/document.tsx';

/** The error page. */
export function ErrorPage({ message }: { message: string }) {
  return (
    <Document title="Error">
      <main class="alone card">
        <h1>Error</h1>
        <p>{message}</p>
        <a class="button quiet" href="/dashboard">
          Back to the overview
        </a>
      </main>
    </Document>
  );
}
