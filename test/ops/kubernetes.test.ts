import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { nodeArguments } from '../../src/dev/service-processes.ts';
import { readConfig } from '../../src/shared/config.ts';
import { openServiceGauges } from '../../src/shared/platform/monitoring/service-gauges.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const folder = 'ops/kubernetes';

// What the manifests use of Kubernetes' own schemas. They are strict, so a misspelt field is found.
const Labels = z.strictObject({ app: z.literal('waitlist'), process: z.enum(['web', 'worker', 'release']) });
const Metadata = z.strictObject({ name: z.string().regex(/^waitlist[a-z-]*$/), labels: Labels.optional() });
const Selector = z.strictObject({ matchLabels: Labels });
const Named = z.strictObject({ name: z.literal('waitlist') });
const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.int(),
  failureThreshold: z.int(),
  timeoutSeconds: z.int(),
});
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).optional(),
  envFrom: z.tuple([z.strictObject({ configMapRef: Named }), z.strictObject({ secretRef: Named })]),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string().regex(/^\d+m$/), memory: z.string().regex(/^\d+Mi$/) }),
    limits: z.strictObject({ memory: z.string().regex(/^\d+Mi$/) }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const Template = z.strictObject({
  metadata: z.strictObject({ labels: Labels }),
  spec: z.strictObject({
    terminationGracePeriodSeconds: z.int().optional(),
    restartPolicy: z.literal('Never').optional(),
    automountServiceAccountToken: z.literal(false),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(1000),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z
      .array(
        z.strictObject({
          maxSkew: z.int(),
          topologyKey: z.literal('kubernetes.io/hostname'),
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: Selector,
        }),
      )
      .optional(),
    containers: z.tuple([Container]),
  }),
});
const Text = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string());
const resource = <Kind extends string, Rest extends z.core.$ZodLooseShape>(
  apiVersion: string,
  kind: Kind,
  rest: Rest,
) =>
  z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: Metadata, ...rest });
const Resource = z.discriminatedUnion('kind', [
  resource('v1', 'ConfigMap', { data: Text }),
  resource('v1', 'Secret', { type: z.literal('Opaque'), stringData: Text }),
  resource('apps/v1', 'Deployment', {
    spec: z.strictObject({
      replicas: z.int().min(2).optional(),
      selector: Selector,
      strategy: z
        .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }) })
        .optional(),
      template: Template,
    }),
  }),
  resource('batch/v1', 'Job', {
    spec: z.strictObject({ backoffLimit: z.int(), ttlSecondsAfterFinished: z.int(), template: Template }),
  }),
  resource('v1', 'Service', {
    spec: z.strictObject({
      selector: Labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
    }),
  }),
  resource('policy/v1', 'PodDisruptionBudget', {
    spec: z.strictObject({
      minAvailable: z.int().optional(),
      maxUnavailable: z.int().optional(),
      selector: Selector,
    }),
  }),
  resource('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({
        apiVersion: z.literal('apps/v1'),
        kind: z.literal('Deployment'),
        name: z.string(),
      }),
      minReplicas: z.int(),
      maxReplicas: z.int(),
      metrics: z.array(
        z.strictObject({
          type: z.literal('External'),
          external: z.strictObject({
            metric: z.strictObject({ name: z.string() }),
            target: z.strictObject({ type: z.literal('Value'), value: z.string() }),
          }),
        }),
      ),
      behavior: z.strictObject({
        scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }),
      }),
    }),
  }),
]);
type Resource = z.infer<typeof Resource>;

async function readResources(): Promise<Resource[]> {
  const files = (await readdir(folder)).filter((file) => file !== 'prometheus-adapter.yaml');
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((each) => Resource.parse(each.toJS())));
}
function ofKind<Kind extends Resource['kind']>(all: readonly Resource[], kind: Kind) {
  return all.filter((each): each is Extract<Resource, { kind: Kind }> => each.kind === kind);
}

test('each process of the Procfile runs as there, with its labels, a budget, and no rights', async () => {
  const all = await readResources();
  const deployed = ofKind(all, 'Deployment');
  const jobs = ofKind(all, 'Job');
  const commands = Object.fromEntries(
    [...jobs, ...deployed].map(({ spec: { template } }) => [
      template.metadata.labels.process,
      template.spec.containers[0].command.join(' '),
    ]),
  );
  const lines = [...(await readFile('Procfile', 'utf8')).matchAll(/^(\w+): (.+)$/gm)];
  expect(commands).toEqual(Object.fromEntries(lines.map(([, name, command]) => [name, command])));
  for (const kind of ['web', 'worker'] as const)
    expect(commands[kind]).toContain(nodeArguments[kind].join(' '));

  const images = new Set([...jobs, ...deployed].map(({ spec }) => spec.template.spec.containers[0].image));
  expect(images.size).toBe(1);
  expect(jobs[0]?.spec.template.spec.restartPolicy).toBe('Never');
  for (const { metadata, spec } of deployed) {
    expect(metadata.labels).toEqual(spec.selector.matchLabels);
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBe(30);
    const budgets = ofKind(all, 'PodDisruptionBudget').filter(
      ({ metadata: { name } }) => name === metadata.name,
    );
    expect(budgets.map((budget) => budget.spec.selector)).toEqual([spec.selector]);
  }
});

test('the service leads to the port and the probes to the health paths, in time before a pod ends', async () => {
  const all = await readResources();
  const [web] = ofKind(all, 'Deployment').filter(({ metadata }) => metadata.name === 'waitlist-web');
  const [container] = web?.spec.template.spec.containers ?? expect.fail('no web');
  const [settings] = ofKind(all, 'ConfigMap');
  const config = readConfig(await filledEnvironment());
  expect(container.ports).toEqual([{ name: 'http', containerPort: config.http.port }]);
  const [front] = ofKind(all, 'Service');
  expect(front?.spec).toMatchObject({
    selector: web?.spec.selector.matchLabels,
    ports: [{ targetPort: 'http' }],
  });
  for (const [probe, path] of [
    [container.readinessProbe, '/readyz'],
    [container.livenessProbe, '/healthz'],
  ] as const) {
    expect(probe?.httpGet).toEqual({ path, port: 'http' });
    expect((await service.call('GET', path)).statusCode).toBe(200);
  }
  const { periodSeconds = 0, failureThreshold = 0 } = container.readinessProbe ?? {};
  expect(periodSeconds * failureThreshold).toBeLessThan(Number(settings?.data.DRAIN_SECONDS));
});

/** The variables of a pod, with keys where the example has none. */
async function filledEnvironment(): Promise<Record<string, string>> {
  const all = await readResources();
  const [settings] = ofKind(all, 'ConfigMap');
  const [secret] = ofKind(all, 'Secret');
  const given = { ...settings?.data, ...secret?.stringData };
  return { ...given, ENCRYPTION_KEY: '0'.repeat(64), METRICS_TOKEN: 'token' };
}

test('the variables are those of the service, and the example has no secret', async () => {
  const env = await filledEnvironment();
  expect(readConfig(env).http).toMatchObject({ trustProxy: 1, drainSeconds: 10 });
  const docs = await readFile('docs/configuration.md', 'utf8');
  for (const name of Object.keys(env)) expect(docs).toContain(`\`${name}\``);
  const [secret] = ofKind(await readResources(), 'Secret');
  for (const value of Object.values(secret?.stringData ?? {})) expect(value).toMatch(/^$|PASSWORD/);
});

test('the autoscaler of the workers asks for a metric of the service, which the adapter serves', async () => {
  const [scaler] = ofKind(await readResources(), 'HorizontalPodAutoscaler');
  const name = scaler?.spec.metrics[0]?.external.metric.name ?? expect.fail('no metric');
  expect(scaler?.spec.scaleTargetRef.name).toBe('waitlist-worker');
  expect(openServiceGauges().registry.getSingleMetric(name)).toBeDefined();
  const values = parse(await readFile(`${folder}/prometheus-adapter.yaml`, 'utf8'));
  expect(values.rules.external).toEqual([
    expect.objectContaining({ seriesQuery: name, metricsQuery: expect.stringContaining('max(') }),
  ]);
});
