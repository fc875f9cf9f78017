/** `/c/{space}/events/new` and `…/{slug}/edit`: the form of an event, its dates in words and tiles, and beside it how it will look. */
import {
  Button,
  Card,
  call,
  cx,
  Editor,
  Field,
  fieldErrors,
  Input,
  NotAllowed,
  PageHeader,
  PictureField,
  Query,
  RadioGroup,
  Screen,
  Skeleton,
  toast,
  useBlocker,
  useConfirm,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useSearch,
  useT,
  newUuid,
} from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type AfterSave, EDIT_MODES, type EventReply, type Schedule } from '../../contract.ts'
import { Answers, Reminders, Thanks, Where, Who } from '../components/compose/Parts.tsx'
import { Preview } from '../components/compose/Preview.tsx'
import { initialValues, scheduleOf, toFields, type Values } from '../components/compose/values.ts'
import { When } from '../components/compose/When.tsx'
import { datePath } from '../components/words.ts'

const { routes } = contract
type Mode = (typeof EDIT_MODES)[number]
interface InSpace {
  id: number
  slug: string
  name: string
}

export default function Compose() {
  const { slug } = useParams<{ space: string; slug?: string }>()
  return slug ? <Edit /> : <Fresh />
}

function Fresh() {
  const t = useT()
  const { space } = useParams<{ space: string }>()
  const query = useRead(spaces.routes.bySlug, { params: { slug: space } })
  return (
    <Screen name="events/Compose" title={t('form.new')} layout="wide">
      <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
        {(data) => (data.policies.can_create_post && data.types.includes('event') ? <Sheet space={data} /> : <NotAllowed text={t('form.not_here')} />)}
      </Query>
    </Screen>
  )
}

function Edit() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const date = Number(useSearch().get('date')) || undefined
  const query = useRead(routes.show, { params: { spaceId: space, slug }, query: date ? { occurrence_id: date } : {} }, { staleTime: 0 })
  return (
    <Screen name="events/Compose" title={t('form.edit')} layout="wide">
      <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
        {(event: EventReply) => (event.policies.can_update_post ? <Sheet key={event.id} space={event.space} event={event} /> : <NotAllowed />)}
      </Query>
    </Screen>
  )
}

/** Waits until somebody stops typing (ms). */
const SETTLE = 250
/** What the server makes of the rule, as one writes. */
function useSchedule(spaceId: number, values: Values) {
  const [schedule, setSchedule] = useState<Schedule | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const asked = JSON.stringify(scheduleOf(values))
  useEffect(() => {
    let here = true
    const timer = setTimeout(() => {
      call(routes.calculateSchedule, { params: { spaceId }, body: { event: JSON.parse(asked) } }).then(
        (reply) => {
          if (!here) return
          setSchedule(reply)
          setProblem(null)
        },
        (error) => {
          if (!here) return
          setSchedule(null)
          setProblem(error)
        },
      )
    }, SETTLE)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [spaceId, asked])
  return { schedule, problem }
}

function Sheet({ space, event }: { space: InSpace; event?: EventReply }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const confirm = useConfirm()
  const [first] = useState(() => initialValues(event))
  const [values, setValues] = useState(first)
  const [mode, setMode] = useState<Mode>('all')
  const [sending, setSending] = useState<'draft' | 'published' | null>(null)
  const [uploading, setUploading] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const key = useRef(newUuid())
  /** Where it leads once it is saved: gone to after the question of unsaved work is off. */
  const [next, setNext] = useState<{ path: string; replace: boolean } | null>(null)
  const afterSave = useRef<AfterSave | null>(null)
  const isSeries = event?.event_type === 'recurring'
  const only = isSeries && mode === 'current'
  const { schedule, problem } = useSchedule(space.id, only ? { ...values, repeats: false } : values)
  const errors = { ...fieldErrors(problem), ...fieldErrors(refusal) }
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const dirty = JSON.stringify(values) !== JSON.stringify(first)
  useBlocker(dirty && next === null, t('form.unsaved'))
  useEffect(() => {
    if (next) navigate(next.path, { replace: next.replace })
  }, [next])

  const save = async (status: 'draft' | 'published') => {
    if (sending || uploading) return
    const goesOut = status === 'published' && event?.status !== 'published'
    if (goesOut && values.place === 'in_person' && !values.address.trim()) {
      const anyway = await confirm({ title: t('form.no_address'), text: t('form.no_address_text'), action: t('form.publish_anyway') })
      if (!anyway) return
    }
    setSending(status)
    setRefusal(null)
    try {
      const fields = toFields(values, event ? first : null, only)
      const cohosts = values.cohosts.map(({ value }) => Number(value))
      const reply = event
        ? await call(routes.update, {
            params: { spaceId: event.space_id, slug: event.slug },
            body: {
              event: {
                ...fields,
                version: event.version,
                ...(isSeries ? { edit_mode: mode, occurrence_id: event.occurrence_id } : {}),
                ...(only ? {} : { cohost_ids: cohosts }),
                ...(!only && event.status !== status ? { status } : {}),
              },
            },
          })
        : await call(routes.create, {
            params: { spaceId: space.id },
            body: { event: { ...fields, status, client_id: key.current, attendee_invite_attributes: { invited_cohost_ids: cohosts } } },
          })
      void cache.invalidate(contract)
      toast.success(t(reply.status === 'draft' ? 'form.saved_draft' : event?.status === 'published' ? 'form.saved' : 'form.published'))
      const failed = values.paid
        ? await afterSave.current?.(reply).then(
            () => null,
            (error: Error) => error,
          )
        : null
      if (failed) {
        toast.error(failed.message)
        if (event) return setSending(null)
        return setNext({ path: `/c/${space.slug}/events/${reply.slug}/edit`, replace: true })
      }
      setNext({ path: datePath(reply), replace: false })
    } catch (error) {
      setRefusal(error)
      toast.error((error as Error).message)
      setSending(null)
    }
  }
  const isOut = event?.status === 'published'
  const count = schedule?.count ?? 1
  const part = { values, set, errors }
  return (
    <>
      <PageHeader
        title={t(event ? 'form.edit' : 'form.new')}
        back={{ to: event ? `${event.url}${isSeries ? `?date=${event.occurrence_id}` : ''}` : `/c/${space.slug}`, label: event ? event.name : space.name }}
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_300px]">
        <form
          className="grid min-w-0 gap-4"
          aria-label={t(event ? 'form.edit' : 'form.new')}
          onSubmit={(submitted) => {
            submitted.preventDefault()
            void save('published')
          }}
        >
          {isSeries && (
            <Card pad as="section">
              <RadioGroup<Mode>
                label={t('mode.label')}
                value={mode}
                onChange={setMode}
                options={EDIT_MODES.map((value) => ({ value, label: t(`mode.${value}`), text: t(`mode.${value}_text`) }))}
              />
            </Card>
          )}
          <Card pad as="section">
            <div className={cx('grid grid-cols-1 gap-4', !only && 'sm:grid-cols-[220px_minmax(0,1fr)]')}>
              {!only && (
                <PictureField
                  label={t('form.cover')}
                  url={values.cover.url}
                  ratio={2.8}
                  onChange={(picture) => set({ cover: picture ? { signedId: picture.signedId, url: picture.url } : { signedId: null, url: null } })}
                />
              )}
              <Field label={t('form.name')} error={errors['event.name']}>
                <Input
                  value={values.name}
                  className="!h-11 !text-17"
                  required
                  maxLength={250}
                  autoFocus={!event}
                  onChange={({ target }) => set({ name: target.value })}
                />
              </Field>
              {!only && (
                <Field label={t('form.what')} error={errors['event.tiptap_body']} className="sm:col-span-2">
                  <Editor
                    size="small"
                    value={values.doc}
                    label={t('form.what')}
                    placeholder={t('form.what_hint')}
                    onChange={(doc) => set({ doc })}
                    onBusy={setUploading}
                  />
                </Field>
              )}
            </div>
          </Card>
          <When {...part} schedule={schedule} fixedRule={only} />
          <Where {...part} />
          {!only && <Who {...part} spaceId={space.id} />}
          <Answers
            {...part}
            event={event ?? null}
            whenSaved={(work) => {
              afterSave.current = work
            }}
          />
          {!only && <Reminders {...part} />}
          {!only && <Thanks {...part} />}
          <div
            data-foot=""
            className="sticky bottom-[calc(var(--bottom-h,0px)+12px)] z-10 flex flex-wrap items-center gap-2 rounded-card border border-border bg-surface p-3 shadow-pop"
          >
            <p className="min-w-0 flex-1 truncate text-13 text-text-2" role="status">
              {schedule ? (values.repeats && !only ? t('form.dates', { count }) : schedule.text) : t('form.no_dates')}
            </p>
            {!isOut && (
              <Button variant="ghost" loading={sending === 'draft'} onClick={() => void save('draft')}>
                {t('form.save_draft')}
              </Button>
            )}
            <Button variant="primary" type="submit" loading={sending === 'published'} disabled={uploading}>
              {isOut ? t('form.save') : values.repeats ? t('form.publish_dates', { count }) : t('form.publish')}
            </Button>
          </div>
        </form>
        <aside className="sticky top-[calc(var(--header-h)+24px)] hidden xl:block">
          <Preview values={values} schedule={schedule} />
        </aside>
      </div>
    </>
  )
}
