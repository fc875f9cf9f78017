/** Second step: where each column of the file goes, how the file is written, and what happens to people who are here. */
import { Button, Card, CardHead, Field, Icon, Note, RadioGroup, Select, Switch, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { DATE_ORDERS, type ImportTask } from '../../contract.ts'
import { AccessPick, TagPick } from './pickers.tsx'

const { routes } = contract
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-2',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
]
const DELIMITERS = [',', ';', '\t', '|']

export function Columns({ task, onChecked }: { task: ImportTask; onChecked: () => void }) {
  const t = useT()
  const params = { id: task.id }
  const [targets, setTargets] = useState(() => task.columns.map(({ target }) => target))
  const [options, setOptions] = useState(task.options)
  const configuration = useRead(routes.configuration, { query: { contact_type: task.contact_type } })
  const change = useWrite(routes.changeImport, { invalidates: [routes.importTask] })
  const check = useWrite(routes.checkImport, { invalidates: [routes.importTask, routes.importRows], onSuccess: onChecked })
  const error = change.error ?? check.error
  const known = configuration.data?.columns ?? []
  const taken = new Set(targets.filter(Boolean))
  const offers = (own: string | null) => [
    { value: '', label: t('columns.none') },
    ...known
      .filter(({ key }) => key === own || !taken.has(key))
      .map(({ key, label }) => ({ value: key, label: key.startsWith('field:') ? label : t(`fact.${key}`) })),
  ]
  const go = async () => {
    await change.mutateAsync({ params, body: { targets, options } })
    await check.mutateAsync({ params })
  }
  const isMember = task.contact_type === 'member'
  // a year first can be read in one way alone
  const dates = task.columns.find(({ samples }, at) => targets[at] === 'joined_at' && samples.some((text) => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/.test(text)))
  const order = options.date_order ?? dates?.date_order ?? null
  return (
    <form
      className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_300px]"
      onSubmit={(event) => {
        event.preventDefault()
        void go().catch(() => {})
      }}
    >
      <Card as="section" aria-label={t('columns.title')}>
        <CardHead title={t('columns.title')} text={t('columns.text')} />
        <ul className="divide-y divide-border border-t border-border">
          {task.columns.map((column, at) => {
            const target = targets[at] ?? null
            const name = column.name || t('columns.unnamed', { number: at + 1 })
            return (
              <li key={at} className="grid items-center gap-x-3 gap-y-2 px-5 py-3 desk:grid-cols-[190px_16px_minmax(0,1fr)]">
                <Select
                  aria-label={t('columns.goes', { name })}
                  value={target ?? ''}
                  options={offers(target)}
                  onChange={(event) => setTargets(targets.map((other, index) => (index === at ? event.target.value || null : other)))}
                />
                <Icon name="arrow-left" size="sm" className="text-text-3 max-desk:hidden" />
                <div className="min-w-0">
                  <p className={`truncate font-medium ${target ? '' : 'text-text-3'}`}>{name}</p>
                  <p className="truncate text-13 text-text-3">{column.samples.length ? column.samples.join(' · ') : t('columns.empty')}</p>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
      <div className="grid gap-4">
        {!taken.has('email') && (
          <Note tone="danger" icon="circle-alert" title={t('columns.no_email')}>
            {t('columns.no_email_text')}
          </Note>
        )}
        {error && (
          <Note tone="danger" icon="circle-alert">
            {error.message}
          </Note>
        )}
        <Card pad className="grid gap-4">
          <h2 className="text-14 font-semibold">{t('form.title')}</h2>
          <Field label={t('form.encoding')}>
            <Select
              value={task.encoding}
              options={[...new Set([task.encoding, ...ENCODINGS])].map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(event) => change.mutate({ params, body: { encoding: event.target.value } })}
            />
          </Field>
          <Field label={t('form.delimiter')}>
            <Select
              value={task.delimiter}
              options={DELIMITERS.map((value) => ({
                value,
                label: t(`form.delimiter.${value === '\t' ? 'tab' : { ',': 'comma', ';': 'semicolon', '|': 'bar' }[value]}`),
              }))}
              onChange={(event) => change.mutate({ params, body: { delimiter: event.target.value as ',' } })}
            />
          </Field>
          {dates && (
            <Field label={t('form.dates')} help={order ? undefined : t('form.dates_help')}>
              <Select
                value={order ?? ''}
                options={[
                  ...(order ? [] : [{ value: '', label: t('form.dates.unclear') }]),
                  ...DATE_ORDERS.map((value) => ({ value, label: t(`form.dates.${value}`) })),
                ]}
                onChange={(event) => setOptions({ ...options, date_order: DATE_ORDERS.find((one) => one === event.target.value) ?? null })}
              />
            </Field>
          )}
          <Switch checked={task.has_header} onChange={(has_header) => change.mutate({ params, body: { has_header } })} label={t('form.header')} />
        </Card>
        <Card pad className="grid gap-4">
          {isMember && (
            <>
              <p className="-mb-3 text-13 font-medium">{t('options.how')}</p>
              <RadioGroup
                label={t('options.how')}
                value={options.how}
                onChange={(how) => setOptions({ ...options, how })}
                options={(['add', 'invite'] as const).map((value) => ({ value, label: t(`options.${value}`), text: t(`options.${value}_text`) }))}
              />
              <p className="-mb-3 text-13 font-medium">{t('options.existing')}</p>
              <RadioGroup
                label={t('options.existing')}
                value={options.existing}
                onChange={(existing) => setOptions({ ...options, existing })}
                options={(['fill', 'overwrite', 'skip'] as const).map((value) => ({ value, label: t(`options.${value}`) }))}
              />
            </>
          )}
          <TagPick value={options.member_tag_ids} onChange={(member_tag_ids) => setOptions({ ...options, member_tag_ids })} />
          {taken.has('tags') && (
            <Switch checked={options.make_tags} onChange={(make_tags) => setOptions({ ...options, make_tags })} label={t('options.make_tags')} />
          )}
          {isMember && (
            <details>
              <summary className="cursor-pointer text-13 font-medium">{t('options.opens', { count: options.opens.length })}</summary>
              <div className="mt-2">
                <AccessPick value={options.opens} onChange={(opens) => setOptions({ ...options, opens })} />
              </div>
            </details>
          )}
        </Card>
        <Button type="submit" variant="primary" block disabled={!taken.has('email')} loading={check.isPending || change.isPending}>
          {t('columns.check')}
        </Button>
      </div>
    </form>
  )
}
