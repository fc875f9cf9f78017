/** A form: its elements, its look, what comes after and who gets which tags; beside it the form as visitors see it. */
import {
  AdminPage,
  Card,
  ColorField,
  Field,
  Form,
  Input,
  Query,
  RadioGroup,
  SaveBar,
  Segment,
  SettingRow,
  Skeleton,
  Switch,
  Tabs,
  Textarea,
  toast,
  useEdits,
  useParams,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import audience from '../../../audience/contract.ts'
import contract, { AFTER, DISPLAYS, type Form as FormRecord, type FormChanges, type PLACES, type Styles } from '../../contract.ts'
import { bodyOf, type Draft, draftOf } from '../components/draft.ts'
import { Elements } from '../components/Elements.tsx'
import { TagChoice } from '../components/FieldSettings.tsx'
import { Preview } from '../components/Preview.tsx'
import { Share } from '../components/Share.tsx'
import { StatusBadge } from '../components/StatusBadge.tsx'

const { routes } = contract
const PARTS = ['elements', 'look', 'after', 'people'] as const
const BACK = '/settings/emails/forms'

export default function Editor() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const query = useRead(routes.show, { params: { id: Number(id) } })
  return query.data ? (
    <Edited key={query.data.id} saved={query.data} />
  ) : (
    <AdminPage name="forms/Editor" title={t('plugin.title')} back={{ to: BACK, label: t('admin.forms') }} who="forms.manage" wide>
      <Query query={query} skeleton={<Skeleton w="100%" h={640} />}>
        {() => null}
      </Query>
    </AdminPage>
  )
}

function Edited({ saved }: { saved: FormRecord }) {
  const t = useT()
  const [part, setPart] = useState<(typeof PARTS)[number]>('elements')
  const [place, setPlace] = useState<(typeof PLACES)[number]>('page')
  const [sharing, setSharing] = useState(false)
  const update = useWrite(routes.update, { invalidates: [contract] })
  const draft = useMemo(() => draftOf(saved), [saved])
  const { value, set, errors, form, bar } = useEdits<Draft>(
    draft,
    (changes, version) => update.mutateAsync({ params: { id: saved.id }, body: { ...(bodyOf(changes) as FormChanges), version } as FormChanges }),
    { version: saved.version, fieldsOf: (record: FormRecord) => draftOf(record), label: (field) => t(`editor.field.${field}`) },
  )
  const isPublished = saved.status === 'published'
  const turn = async (status: FormRecord['status']) => {
    try {
      if (bar.dirty) await bar.onSave()
      await update.mutateAsync({ params: { id: saved.id }, body: { status } })
      toast.success(t(status === 'published' ? 'published' : 'unpublished'))
      if (status === 'published') setSharing(true)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <AdminPage
      name="forms/Editor"
      title={saved.name}
      text={
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge status={saved.status} /> {t('submissions.count', { count: saved.submissions_count })}
        </span>
      }
      back={{ to: BACK, label: t('admin.forms') }}
      actions={[
        { label: t('list.submissions'), icon: 'inbox', to: `${BACK}/${saved.id}/submissions` },
        { label: t('open'), icon: 'external-link', onSelect: () => void window.open(saved.url, '_blank', 'noopener') },
        ...(isPublished
          ? [
              { label: t('unpublish'), icon: 'pause', onSelect: () => turn('draft') },
              { label: t('share'), icon: 'share-2', primary: true, onSelect: () => setSharing(true) },
            ]
          : [{ label: t('publish'), icon: 'play', primary: true, loading: update.isPending, onSelect: () => turn('published') }]),
      ]}
      who="forms.manage"
      wide
    >
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <Form {...form} className="grid min-w-0 gap-4">
          <Tabs label={t('editor.parts')} current={part} items={PARTS.map((key) => ({ key, label: t(`editor.${key}`), onSelect: () => setPart(key) }))} />
          {part === 'elements' && (
            <>
              <Card pad>
                <Field label={t('list.name')} help={t('list.name_help')} error={errors['name']}>
                  <Input value={value.name} maxLength={120} required onChange={(event) => set({ name: event.target.value })} />
                </Field>
              </Card>
              <Elements elements={value.elements} errors={errors} onChange={(elements) => set({ elements })} />
            </>
          )}
          {part === 'look' && <Look value={value} set={set} place={place} onPlace={setPlace} errors={errors} />}
          {part === 'after' && <After value={value} set={set} errors={errors} />}
          {part === 'people' && <People value={value} set={set} errors={errors} />}
          <SaveBar {...bar} />
        </Form>
        <div className="desk:sticky desk:top-4">
          <Preview draft={value} place={place} onPlace={setPlace} />
        </div>
      </div>
      {sharing && <Share form={saved} onClose={() => setSharing(false)} />}
    </AdminPage>
  )
}

interface PartProps {
  value: Draft
  set: (next: Partial<Draft>) => void
  errors: Record<string, string | undefined>
}
const PLAIN: Styles = { form: { backgroundColor: '', color: '' }, button: { backgroundColor: '', color: '' } }
/** What a switched-on colour begins with. */
const FIRST = { 'form.backgroundColor': '#ffffff', 'form.color': '#1c1c1f', 'button.backgroundColor': '#1c1c1f', 'button.color': '#ffffff' } as const

function Look({ value, set, errors, place, onPlace }: PartProps & { place: (typeof PLACES)[number]; onPlace: (place: (typeof PLACES)[number]) => void }) {
  const t = useT()
  const which = place === 'page' ? 'standalone_page_styles' : 'embed_styles'
  const styles = value[which] ?? PLAIN
  return (
    <>
      <Card pad className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-17">{t('look.title')}</h2>
          <Segment
            label={t('preview.place')}
            value={place}
            onChange={onPlace}
            items={[
              { value: 'page', label: t('preview.page') },
              { value: 'embed', label: t('preview.embed') },
            ]}
          />
        </div>
        <p className="text-13 text-text-2">{t('look.text')}</p>
        {(['form', 'button'] as const).flatMap((what) =>
          (['backgroundColor', 'color'] as const).map((side) => {
            const colour = styles[what][side]
            const label = t(`look.${what}.${side}`)
            const change = (next: string) => set({ [which]: { ...styles, [what]: { ...styles[what], [side]: next } } })
            return (
              <div key={`${what}.${side}`} className="grid gap-2">
                <Switch label={label} checked={colour !== ''} onChange={(on) => change(on ? FIRST[`${what}.${side}`] : '')} />
                {colour !== '' && (
                  <Field label={label} hideLabel error={errors[`${which}.${what}.${side}`]}>
                    <ColorField value={colour} onChange={change} />
                  </Field>
                )}
              </div>
            )
          }),
        )}
      </Card>
      <Card pad className="grid gap-4">
        <h2 className="text-17">{t('display.title')}</h2>
        <RadioGroup
          cards
          label={t('display.title')}
          value={value.embed_display_format}
          onChange={(embed_display_format) => set({ embed_display_format })}
          options={DISPLAYS.map((one) => ({ value: one, label: t(`display.${one}`), text: t(`display.${one}_text`) }))}
        />
        {value.embed_display_format === 'popup' && (
          <div className="grid gap-4 desk:grid-cols-2">
            <NumberField
              label={t('display.delay')}
              most={600}
              value={value.popup_delay}
              error={errors['popup_delay']}
              onChange={(popup_delay) => set({ popup_delay })}
            />
            <NumberField
              label={t('display.frequency')}
              help={t('display.frequency_help')}
              most={365}
              value={value.popup_frequency}
              error={errors['popup_frequency']}
              onChange={(popup_frequency) => set({ popup_frequency })}
            />
          </div>
        )}
      </Card>
    </>
  )
}
function NumberField({
  label,
  help,
  most,
  value,
  error,
  onChange,
}: {
  label: string
  help?: string
  most: number
  value: number
  error: string | undefined
  onChange: (value: number) => void
}) {
  return (
    <Field label={label} help={help} error={error}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        value={value}
        onChange={(event) => onChange(Math.min(most, Math.max(0, Math.floor(Number(event.target.value) || 0))))}
      />
    </Field>
  )
}

function After({ value, set, errors }: PartProps) {
  const t = useT()
  return (
    <Card pad className="grid gap-4">
      <h2 className="text-17">{t('after.title')}</h2>
      <RadioGroup
        cards
        label={t('after.title')}
        value={value.after_submission_action}
        onChange={(after_submission_action) => set({ after_submission_action })}
        options={AFTER.map((one) => ({ value: one, label: t(`after.${one}`), text: t(`after.${one}_text`) }))}
      />
      {value.after_submission_action === 'redirect' && (
        <Field label={t('after.url')} error={errors['redirect_url']}>
          <Input
            type="url"
            value={value.redirect_url}
            maxLength={2000}
            placeholder="https://example.com/thanks"
            onChange={(event) => set({ redirect_url: event.target.value })}
          />
        </Field>
      )}
      <Field label={t('after.page_title')} error={errors['thank_you_page_title']}>
        <Input
          value={value.thank_you_page_title}
          maxLength={200}
          placeholder={t('page.thanks')}
          onChange={(event) => set({ thank_you_page_title: event.target.value })}
        />
      </Field>
      <Field label={t('after.page_body')} help={t('after.page_help')} error={errors['thank_you_page_body']}>
        <Textarea value={value.thank_you_page_body} rows={4} maxLength={5000} onChange={(event) => set({ thank_you_page_body: event.target.value })} />
      </Field>
    </Card>
  )
}

function People({ value, set, errors }: PartProps) {
  const t = useT()
  const { can } = useSession()
  const tags = useRead(audience.routes.tags, { query: { per_page: 100 } }, { enabled: can('members.manage') })
  return (
    <>
      <Card>
        <SettingRow
          title={t('people.confirm')}
          text={t('people.confirm_text')}
          control={(aria) => <Switch {...aria} checked={value.is_double_opt_in} onChange={(is_double_opt_in) => set({ is_double_opt_in })} />}
        />
      </Card>
      <Card pad className="grid gap-4">
        <h2 className="text-17">{t('people.tags')}</h2>
        <p className="text-13 text-text-2">{t('people.tags_text')}</p>
        {errors['member_tag_ids'] && <p className="text-13 text-danger">{errors['member_tag_ids']}</p>}
        {tags.data && tags.data.records.length === 0 && <p className="text-13 text-text-3">{t('people.no_tags')}</p>}
        <TagChoice tags={tags.data?.records ?? []} value={value.member_tag_ids} onChange={(member_tag_ids) => set({ member_tag_ids })} />
      </Card>
    </>
  )
}
