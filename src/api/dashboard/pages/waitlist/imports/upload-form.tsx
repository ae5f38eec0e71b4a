import { type Preset, presets } from '../../../../../shared/capabilities/imports/schema.ts';
import { Choice, Form, Submit } from '../../../parts/form.tsx';

const presetNames: Readonly<Record<Preset, string>> = {
  auto: 'Find out by its columns',
  own: 'This service',
  getwaitlist: 'GetWaitlist',
  prefinery: 'Prefinery',
  mailchimp: 'Mailchimp',
  waitlister: 'Waitlister',
  launchlist: 'LaunchList',
  viral_loops: 'Viral Loops',
  kickofflabs: 'KickoffLabs',
  kit: 'Kit (ConvertKit)',
  substack: 'Substack',
  beehiiv: 'Beehiiv',
  google_forms: 'Google Forms',
  airtable: 'Airtable',
  ghost: 'Ghost',
  listmonk: 'listmonk',
  keila: 'Keila',
  buttondown: 'Buttondown',
};

/** The form that uploads a file. The file comes last, so that all other fields are read before it. */
export function UploadForm({ path }: { readonly path: string }) {
  return (
    <section class="card" aria-labelledby="upload">
      <h2 id="upload">Import signups from a CSV file</h2>
      <p class="soft">
        Nothing is added yet: you see first what would become of each row. Save a spreadsheet as CSV first; at
        most 512 MiB.
      </p>
      <Form action={path} class="fields" enctype="multipart/form-data">
        <Choice
          name="preset"
          label="Where the file is from"
          options={presets.map((preset) => [preset, presetNames[preset]])}
        />
        <details class="more">
          <summary>Positions, codes, dates and mails</summary>
          <div class="fields">
            <Choice
              name="positions"
              label="Positions"
              options={[
                ['append', 'Behind the signups of the list, oldest first'],
                ['keep', 'As in the file (only for a list that never had a signup)'],
              ]}
            />
            <Choice
              name="codes"
              label="Referral codes"
              options={[
                ['keep', 'Old share links keep working'],
                ['new', 'New codes for everybody'],
              ]}
            />
            <Choice
              name="date_order"
              label="Dates such as 1/2/2026"
              options={[
                ['', 'Find out by all dates of the file'],
                ['mdy', 'Month first (2 January)'],
                ['dmy', 'Day first (1 February)'],
              ]}
            />
            <Choice
              name="encoding"
              label="Encoding"
              options={[
                ['auto', 'Find out by the file'],
                ['utf-8', 'UTF-8'],
                ['utf-16le', 'UTF-16 (Excel “Unicode text”)'],
                ['windows-1252', 'Windows-1252 (Excel “CSV”, Western Europe)'],
                ['windows-1250', 'Windows-1250 (Central Europe)'],
                ['windows-1251', 'Windows-1251 (Cyrillic)'],
                ['macintosh', 'Mac Roman (old Excel for Mac)'],
              ]}
            />
            <Choice
              name="notify"
              label="Signup emails"
              options={[
                ['false', 'Send none'],
                ['true', 'Send one to each new signup'],
              ]}
            />
            <Choice
              name="events"
              label="Integrations"
              options={[
                ['false', 'Do not tell them of each signup'],
                ['true', 'Tell them of each signup'],
              ]}
            />
          </div>
        </details>
        <label>
          File
          <input type="file" name="file" accept=".csv,text/csv" required />
        </label>
        <div>
          <Submit>Upload</Submit>
        </div>
      </Form>
    </section>
  );
}
