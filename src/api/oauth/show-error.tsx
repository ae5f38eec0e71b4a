import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { render } from 'preact-render-to-string';
import { AlonePage } from '../dashboard/parts/alone-page.tsx';

/** Shows somebody in a browser why an app cannot connect. */
export function showError(koa: KoaContextWithOIDC, { error, error_description: why }: ErrorOut): void {
  koa.set('content-security-policy', "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'");
  koa.type = 'html';
  koa.body = `<!doctype html>${render(
    <AlonePage title="This app cannot connect">
      <p>Connect it again from the app. If that does not help, tell its makers what is wrong:</p>
      <p class="soft">
        <code>{error}</code>: {why}
      </p>
    </AlonePage>,
  )}`;
}
