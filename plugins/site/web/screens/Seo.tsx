/** `/settings/seo`: what search engines are told, how results and shared links will look, and what keeps pages from being found. */
import {
  Card,
  CardHead,
  Field,
  Form,
  Input,
  PictureField,
  RATIOS,
  SaveBar,
  Select,
  SettingRow,
  SettingsPage,
  Switch,
  Textarea,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo } from 'react'
import contract from '../../contract.ts'
import { bodyOf, draftOf, type Seo as Saved, type SeoDraft } from '../components/seo/draft.ts'
import { Problems } from '../components/seo/Problems.tsx'
import { Results } from '../components/seo/Results.tsx'

const { routes } = contract
const SWITCHES = ['is_indexed', 'has_sitemap', 'has_feeds'] as const
const VERIFICATIONS = ['google_verification', 'bing_verification'] as const

export default function Seo() {
  const t = useT()
  const query = useRead(routes.seo)
  return (
    <SettingsPage name="site/Seo" title={t('admin.seo')} text={t('seo.text')} who="site.manage" query={query} height={720} wide>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: Saved }) {
  const t = useT()
  const pages = useRead(routes.pages, { query: { status: 'published', per_page: 100 } })
  const write = useWrite(routes.saveSeo, { invalidates: [routes.seo] })
  const draft = useMemo(() => draftOf(saved), [saved])
  const { value, set, errors, form, bar } = useEdits<SeoDraft>(draft, (changes) => write.mutateAsync({ body: { seo: bodyOf(changes) } }))
  const error = (field: keyof SeoDraft) => errors[`seo.${field}`]
  return (
    <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <Form {...form} className="grid min-w-0 gap-4">
        <Card as="section" aria-label={t('seo.results')}>
          <CardHead title={t('seo.results')} text={t('seo.results_text')} />
          <div className="grid gap-4 p-4 desk:p-5">
            <Field
              label={t('seo.title_template')}
              help={t('seo.title_template_help', { page: '{page}', community: '{community}' })}
              error={error('title_template')}
            >
              <Input
                value={value.title_template}
                maxLength={120}
                placeholder="{page} · {community}"
                onChange={(event) => set({ title_template: event.target.value })}
              />
            </Field>
            <Field label={t('seo.description')} help={t('seo.description_help')} aside={<Signs of={value.description} />} error={error('description')}>
              <Textarea rows={3} value={value.description} maxLength={320} onChange={(event) => set({ description: event.target.value })} />
            </Field>
            <PictureField
              label={t('seo.open_graph_image')}
              help={t('seo.open_graph_image_help')}
              error={error('open_graph_image')}
              ratio={RATIOS.openGraph}
              url={value.open_graph_image_url}
              onChange={(picture) => set({ open_graph_image: picture?.signedId ?? null, open_graph_image_url: picture?.url ?? null })}
            />
          </div>
        </Card>
        <Card as="section" aria-label={t('seo.engines')}>
          <CardHead title={t('seo.engines')} />
          {SWITCHES.map((key) => (
            <SettingRow
              key={key}
              title={t(`seo.${key}`)}
              text={t(`seo.${key}_text`)}
              control={(aria) => <Switch {...aria} checked={value[key]} onChange={(on) => set({ [key]: on })} />}
            />
          ))}
          <div className="grid gap-4 border-t p-4 desk:p-5">
            <Field label={t('seo.robots')} help={t('seo.robots_help')} error={error('robots')}>
              <Textarea
                dir="ltr"
                rows={3}
                value={value.robots}
                maxLength={5000}
                spellCheck={false}
                placeholder={'User-agent: GPTBot\nDisallow: /'}
                className="font-mono text-13!"
                onChange={(event) => set({ robots: event.target.value })}
              />
            </Field>
            <div className="grid gap-4 desk:grid-cols-2">
              {VERIFICATIONS.map((key) => (
                <Field key={key} label={t(`seo.${key}`)} help={t(`seo.${key}_help`)} error={error(key)}>
                  <Input value={value[key]} maxLength={200} spellCheck={false} onChange={(event) => set({ [key]: contentOf(event.target.value) })} />
                </Field>
              ))}
            </div>
          </div>
        </Card>
        <Card as="section" aria-label={t('seo.not_found')} pad>
          <Field label={t('seo.not_found')} help={t('seo.not_found_help')} error={error('not_found_page_id')}>
            <Select
              value={String(value.not_found_page_id ?? '')}
              onChange={(event) => set({ not_found_page_id: event.target.value === '' ? null : Number(event.target.value) })}
              options={[
                { value: '', label: t('seo.not_found_standard') },
                ...(pages.data?.records ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          </Field>
        </Card>
        <SaveBar {...bar} />
      </Form>
      <div className="grid min-w-0 gap-4">
        <Results draft={value} page={pages.data?.records.find(({ is_home }) => is_home) ?? pages.data?.records[0]} />
        <Problems problems={saved.problems} />
      </div>
    </div>
  )
}

const Signs = ({ of }: { of: string }) => <span className="text-12 tabular-nums text-text-3">{`${of.length} / 320`}</span>
/** Search engines give a whole `<meta … content="…">` to copy; what is kept is its content. */
const contentOf = (typed: string) => /content="([^"]*)"/.exec(typed)?.[1] ?? typed
