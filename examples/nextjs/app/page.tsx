import { Waitlist } from './waitlist';

type Query = Promise<{ ref?: string; utm_source?: string }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { ref, utm_source } = await searchParams;
  return (
    <main>
      <div>
        <h1>Notes that find themselves</h1>
        <p>Write it down once. Acme Notes brings it back when you need it.</p>
        <Waitlist serviceUrl={process.env.WAITLIST_URL ?? ''} referralCode={ref} source={utm_source} />
      </div>
      <figure aria-hidden="true">
        <p className="search">When does the lease end?</p>
        <div className="card">
          <b>Call with Mara</b>
          <p>
            The rent stays as it is. <mark>The lease ends on 31 March</mark>, and she wants to know by
            January.
          </p>
          <p className="quiet">Tuesday, 9:14</p>
        </div>
        <div className="card faint">
          <b>Moving</b>
          <p>Boxes from Jo, the van on Friday, keys to number 12.</p>
        </div>
      </figure>
    </main>
  );
}
