import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  cancelImport,
  remapImport,
  startImport,
} from '../../../../../shared/capabilities/imports/change-import.ts';
import {
  exportImportRows,
  listImportRows,
  listImports,
  readImport,
} from '../../../../../shared/capabilities/imports/read-import.ts';
import {
  type Import,
  ImportPatch,
  ImportQuery,
  ImportRowsFilter,
} from '../../../../../shared/capabilities/imports/schema.ts';
import { maxFileBytes } from '../../../../../shared/capabilities/imports/upload/check-text.ts';
import { uploadImport } from '../../../../../shared/capabilities/imports/upload/upload-import.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { arrivingFile, uploadLimitMs } from '../../../../limits/arriving-file.ts';
import { ImportParams } from '../../../../routes/params.ts';
import { attachment, sendSpreadsheet } from '../../../../routes/send-download.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, addPage, readForm, readFormParts, redirectWithFlash, type Show } from '../../../pages.ts';
import { Empty } from '../../../parts/empty/empty.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount, formatTime } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { Ended, Live, sendFragment } from '../../../parts/live/live.tsx';
import { offsetOf, Pager, pageNumberOf, rowsPerPage, toUrl } from '../../../parts/pager.tsx';
import { Progress, secondsLeft } from '../../../parts/progress/progress.tsx';
import { WaitlistLayout } from '../waitlist-layout.tsx';
import { Created, ImportTable, isUnderWay, stateTexts } from './import-table.tsx';
import { MappingForm } from './mapping-form.tsx';
import { fieldOfColumn, newTypeOf } from './new-fields.ts';
import { Questions } from './questions.tsx';
import { UploadForm } from './upload-form.tsx';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form, which has not been read. */
    formFile: MultipartFile | undefined;
  }
}

const samples = { limit: 3, offset: 0 };
const idOf = (request: FastifyRequest) => (request.params as { importId: string }).importId;
const pathOf = ({ waitlist }: FastifyRequest) => `/dashboard/waitlists/${waitlist.id}/imports`;

/** Signups that are moved in from a file: upload, what columns become, the dry run, start, progress (N6). */
export function importPages(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/imports';
  const showAll: Show = async (request, formError) => {
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const imports = await listImports(ctx, request.session.caller, request.waitlist.id, page);
    const path = pathOf(request);
    return (
      <WaitlistLayout title="Import" request={request} formError={formError} scripts={['live.js']}>
        {imports.total === 0 && !formError && (
          <Empty
            picture="file"
            title="Bring the people you have"
            about="Files of other waitlists, newsletters and spreadsheets become signups, with their places and who brought whom. Each import is listed here."
            steps={[
              'Upload a CSV. Nothing is added yet.',
              'See what would become of each row, and answer what the file leaves open.',
              'Start it, and leave the page if you like.',
            ]}
          >
            <IfMaySend to={path}>
              <a class="button" href="#upload">
                <Icon name="file-up" />
                Choose a file
              </a>
            </IfMaySend>
          </Empty>
        )}
        <IfMaySend to={path}>
          <UploadForm path={path} />
        </IfMaySend>
        {imports.total > 0 && (
          <section class="card" aria-labelledby="imports">
            <h2 id="imports">Imports</h2>
            <ImportTable path={path} imports={imports.data} />
            {imports.data.some(isUnderWay) && (
              <Live
                from={toUrl(`/dashboard/waitlists/${request.waitlist.id}/live/imports`, {
                  page: String(pageNumberOf(request)),
                })}
              />
            )}
            <Pager path={path} {...imports} />
          </section>
        )}
      </WaitlistLayout>
    );
  };
  addPage(app, url, {}, showAll);
  app.get('/waitlists/:id/live/imports', async (request, reply) => {
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const imports = await listImports(ctx, request.session.caller, request.waitlist.id, page);
    return sendFragment(
      request,
      reply,
      <>
        <ImportTable path={pathOf(request)} imports={imports.data} />
        {!imports.data.some(isUnderWay) && <Ended />}
      </>,
    );
  });
  app.register(async (uploading) => uploadForm(uploading, ctx, url, showAll));

  const params = { schema: { params: ImportParams } };
  const showOne: Show = async (request, formError) => {
    const { caller } = request.session;
    const { id } = request.waitlist;
    const found = await readImport(ctx, caller, id, idOf(request));
    const [{ data: fields }, { data: rows }] = await Promise.all([
      listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
      listImportRows(ctx, caller, id, found.id, samples),
    ]);
    const path = `${pathOf(request)}/${found.id}`;
    return (
      <WaitlistLayout
        title="Import"
        part={formatTime(found.created_at, request.session.timeZone)}
        request={request}
        formError={formError}
        scripts={['signups.js']}
      >
        <Report list={`/dashboard/waitlists/${id}`} path={path} of={found} />
        <Questions path={path} uploadPath={pathOf(request)} of={found} samples={rows} />
        {found.state === 'ready' && (
          <section class="card" aria-labelledby="columns">
            <h2 id="columns">What the columns become</h2>
            <MappingForm
              path={path}
              columns={found.columns.names}
              mapped={found.columns.mapped}
              fields={fields}
              samples={rows}
              questions={found.questions}
            />
          </section>
        )}
      </WaitlistLayout>
    );
  };
  addPage(app, `${url}/:importId`, params, showOne);

  addForm(app, `${url}/:importId/mapping`, params, showOne, async (request, reply) => {
    const { caller } = request.session;
    const found = await readImport(ctx, caller, request.waitlist.id, idOf(request));
    const body = request.body as Readonly<Record<string, string>>;
    // A column that the import asks about is not sent until it is answered.
    const mapping: Record<string, string | null> = {};
    for (const [index, name] of found.columns.names.entries()) {
      const target = body[`column.${index}`]?.trim();
      if (target === undefined) continue;
      const type = newTypeOf(target);
      mapping[name] = type
        ? `fields.${await fieldOfColumn(ctx, caller, request.waitlist.id, { name, type })}`
        : target || null;
    }
    const { date_order, encoding } = ImportPatch.pick({ date_order: true, encoding: true }).catch({}).parse({
      date_order: body.date_order,
      encoding: body.encoding,
    });
    await remapImport(ctx, caller, request.waitlist.id, found.id, { mapping, date_order, encoding });
    return redirectWithFlash(reply, `${pathOf(request)}/${found.id}`, 'The rows are checked again.');
  });
  addForm(app, `${url}/:importId/start`, params, showOne, async (request, reply) => {
    const { expected } = request.body as { expected?: string };
    const input = { expected_count: Number(expected) };
    await startImport(ctx, request.session.caller, request.waitlist.id, idOf(request), input);
    return redirectWithFlash(reply, `${pathOf(request)}/${idOf(request)}`, 'The import has started.');
  });
  addForm(app, `${url}/:importId/cancel`, params, showOne, async (request, reply) => {
    await cancelImport(ctx, request.session.caller, request.waitlist.id, idOf(request));
    return redirectWithFlash(reply, `${pathOf(request)}/${idOf(request)}`, 'The import was cancelled.');
  });
  app.get(`${url}/:importId/rows.csv`, params, async (request, reply) => {
    const filter = ImportRowsFilter.catch({}).parse(request.query);
    const { caller } = request.session;
    const { fileName, text } = await exportImportRows(ctx, caller, request.waitlist.id, idOf(request), {
      ...filter,
      escapesFormulas: true,
    });
    return sendSpreadsheet(reply, attachment(fileName), text);
  });
}

interface ReportProps {
  /** The page of the waitlist. */
  readonly list: string;
  readonly path: string;
  readonly of: Import;
}

function Report({ list, path, of }: ReportProps) {
  const isWorking = of.state === 'validating' || of.state === 'running';
  const isLinking = of.step === 'referrals';
  const done =
    of.state === 'running' ? of.created : of.would_create + of.existing + of.duplicates + of.rejected;
  const total = of.state === 'running' ? of.would_create : of.rows;
  const left = Object.values(of.left).reduce((sum, count) => sum + count, 0);
  const download = (outcome: string, count: number) =>
    count === 0 ? '0' : <a href={`${path}/rows.csv?outcome=${outcome}`}>{formatCount(count)}</a>;
  return (
    <section id="progress" class="card" aria-labelledby="report" data-under-way={isWorking ? '' : undefined}>
      <h2 id="report">{headingOf(of)}</h2>
      {isWorking && (
        <Progress
          label={stepOf(of)}
          done={done}
          total={isLinking || of.rows === 0 ? undefined : total}
          seconds={isLinking ? null : secondsLeft({ since: of.started_at ?? of.created_at, done, total })}
          href={path}
        />
      )}
      <Facts
        of={[
          ['Rows', formatCount(of.rows)],
          of.state !== 'finished' && ['Would become signups', formatCount(of.would_create)],
          (of.state === 'finished' || of.state === 'running' || of.state === 'cancelled') && [
            of.state === 'finished' ? 'New signups' : 'Added so far',
            <Created key="created" list={list} of={of} />,
          ],
          ['On the list already', download('existing', of.existing)],
          ['Address of an earlier row', download('duplicate', of.duplicates)],
          ['Cannot be imported', download('rejected', of.rejected)],
          of.over_quota > 0 && ['Over the plan’s limit', download('over_quota', of.over_quota)],
          of.referrals > 0 && ['With their referrer', formatCount(of.referrals)],
          left > 0 && ['Have left, and get no mails', `${formatCount(left)} (${describeLeft(of.left)})`],
        ]}
      />
      {of.notes.map((note) => (
        <p key={note} class="soft">
          {note}
        </p>
      ))}
      {of.warnings.map((warning) => (
        <p key={warning} class="message">
          {warning}
        </p>
      ))}
      <div class="row">
        {of.state === 'ready' && of.would_create > 0 && of.questions.length === 0 && (
          <Form action={`${path}/start`}>
            <input type="hidden" name="expected" value={of.would_create} />
            <Submit>Import {countOf(of.would_create, 'signup')}</Submit>
          </Form>
        )}
        {(of.state === 'ready' || isWorking) && (
          <Form action={`${path}/cancel`}>
            <Submit class="quiet">Cancel</Submit>
          </Form>
        )}
        {!isWorking && of.started_at !== null && of.created + left > 0 && (
          <Form action={toUrl(`${list}/selection`, { import: of.id })}>
            <input type="hidden" name="scope" value="all" />
            <Submit class="quiet" name="action" value="delete">
              Take it back…
            </Submit>
          </Form>
        )}
      </div>
    </section>
  );
}

/** Which of its two steps an import is at. */
function stepOf({ state, step }: Import): string {
  if (step === 'referrals') return 'Naming who referred whom';
  return state === 'running'
    ? 'The rows are checked, signups are added'
    : 'The file is here, its rows are read';
}

function headingOf({ state, step, questions }: Import): string {
  if (step === 'referrals') return 'Naming who referred whom';
  return questions.length > 0 ? 'Please answer first' : stateTexts[state];
}

const leftTexts: Readonly<Record<keyof Import['left'], string>> = {
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
  suppressed: 'not mailed there',
};

/** How people have left: `12 unsubscribed, 3 bounced`. */
function describeLeft(left: Import['left']): string {
  return Object.entries(leftTexts)
    .flatMap(([how, text]) => {
      const count = left[how as keyof Import['left']];
      return count === 0 ? [] : [`${formatCount(count)} ${text}`];
    })
    .join(', ');
}

/** Reads the fields in front of the file before the request is checked, and the file as it arrives. */
async function uploadForm(app: FastifyInstance, ctx: WebContext, url: string, show: Show): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes + 1_024, files: 1, fields: 10, fieldSize: 1_000, parts: 11 },
    throwFileSizeLimit: false,
  });
  app.decorateRequest('formFile', undefined);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    await readFormParts(request, async (file) => {
      request.formFile = file; // which is read as it comes
      return false;
    });
  });
  addForm(app, url, { config: { timeLimitMs: uploadLimitMs } }, show, async (request, reply) => {
    const query = readForm(ImportQuery, request.body);
    const { formFile: part } = request;
    if (!part) throw new AppError('invalid_request', 'Choose a file.');
    const file = arrivingFile(app.server, request.raw, part.file);
    const { caller } = request.session;
    const { id } = await file.use((bytes) =>
      uploadImport(ctx, caller, request.waitlist.id, { ...query, bytes }),
    );
    return redirectWithFlash(
      reply,
      `${pathOf(request)}/${id}`,
      'The file was read. Its rows are being checked.',
    );
  });
}
