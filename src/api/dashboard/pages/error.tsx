import { Document } from '../parts/document.tsx';
import { Layout } from '../parts/layout.tsx';
import type { PageContext } from '../parts/page-context.ts';

interface ErrorPageProps {
  readonly message: string;
  readonly status: number;
  /** Of somebody who is signed in. */
  readonly page: PageContext | undefined;
}

/** The error page. Who is signed in keeps the menu, and so the way to the other mode. */
export function ErrorPage({ message, status, page }: ErrorPageProps) {
  const text = (
    <>
      <p>{message}</p>
      {status === 404 && page?.session.caller.isTest && (
        <p>
          This is the test mode, which has its own lists, keys and integrations. Leave it to see the others.
        </p>
      )}
      <a class="button quiet" href="/dashboard">
        Back to the overview
      </a>
    </>
  );
  if (page)
    return (
      <Layout title="Error" page={page}>
        <section class="card" aria-label="Error">
          {text}
        </section>
      </Layout>
    );
  return (
    <Document title="Error">
      <main class="alone card">
        <h1>Error</h1>
        {text}
      </main>
    </Document>
  );
}
