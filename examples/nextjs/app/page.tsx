import { Waitlist } from './waitlist';

type Query = Promise<{ ref?: string; utm_source?: string }>;

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { ref, utm_source } = await searchParams;
  return (
    <main>
      <h1>Acme Notes</h1>
      <p>Notes that find themselves. Leave your address, and we write when it is your turn.</p>
      <Waitlist serviceUrl={process.env.WAITLIST_URL ?? ''} referralCode={ref} source={utm_source} />
    </main>
  );
}
