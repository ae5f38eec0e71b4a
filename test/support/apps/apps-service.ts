import { signedIn, type Visitor } from '../dashboard.ts';
import { quietPort } from '../network/quiet-port.ts';
import type { TestAccount } from '../service/make.ts';
import { type Service, useService } from '../service/service.ts';
import { appsAt } from './connect-apps.ts';

/** A service whose own address apps can reach, with what `prepare` adds to its environment. */
export function useAppsService(prepare: () => Promise<NodeJS.ProcessEnv> = async () => ({})): Service {
  const env: NodeJS.ProcessEnv = {};
  return useService(env, async () => {
    Object.assign(env, await prepare(), { BASE_URL: `http://127.0.0.1:${await quietPort()}` });
  });
}

/** What connects apps to a service, and whose account they are connected to. */
export interface AppsAccount {
  readonly baseUrl: string;
  readonly apps: ReturnType<typeof appsAt>;
  readonly account: TestAccount;
  readonly owner: Visitor;
}

/** Listens at the service's address, and signs the owner of a new account in. */
export async function openForApps(service: Service): Promise<AppsAccount> {
  const { baseUrl } = service.ctx.config;
  await service.app.listen({ port: Number(new URL(baseUrl).port), host: '127.0.0.1' });
  const account = await service.account();
  return { baseUrl, apps: appsAt(baseUrl), account, owner: await signedIn(service, account) };
}
