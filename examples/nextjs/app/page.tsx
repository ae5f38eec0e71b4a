import { Waitlist } from './waitlist';

export default async function Page({ searchParams }: { searchParams: Promise<{ ref?: string }> }) {
  const { ref } = await searchParams;
  return (
    <main>
      <h1>Acme Notes</h1>
      <p>Notes that find themselves. Leave your address, and we write when it is your turn.</p>
      <Waitlist serviceUrl={process.env.WAITLIST_URL ?? ''} referralCode={ref} />
    </main>
  );
}
