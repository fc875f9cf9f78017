/** One's own answer: one press gives it, and what is asked then comes in a sheet; another answer is chosen. */
import type { AtriumError } from '@atrium/sdk'
import {
  Button,
  Dialog,
  Field,
  Icon,
  Input,
  LinkButton,
  Menu,
  Note,
  Segment,
  Select,
  toast,
  useConfirm,
  useFieldErrors,
  useSession,
  useT,
  useVisitor,
  useVisitorWish,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type EventReply, RSVP_STATUSES } from '../../contract.ts'
import { givesUp } from './giveUp.ts'
import { isFull, isOver } from './words.ts'

const { routes } = contract
type Status = (typeof RSVP_STATUSES)[number]

const SHORT = { yes: 'rsvp.yes_short', maybe: 'rsvp.maybe', no: 'rsvp.no_short' } as const

/** With a ticket one comes alone. */
const guestsOf = ({ ticket_type, guests_limit }: EventReply['event_setting_attributes']): number => (ticket_type === 'paid' ? 0 : guests_limit)

/** @param small one button, for cards */
export function Rsvp({ event, small = false }: { event: EventReply; small?: boolean }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const ask = useVisitor()
  const wish = `rsvp:event:${event.occurrence_id}`
  const confirm = useConfirm()
  const [asking, setAsking] = useState(false)
  const [thanks, setThanks] = useState(false)
  const set = event.event_setting_attributes
  const params = { spaceId: event.space_id, slug: event.slug }
  const told = (reply: EventReply) => {
    setAsking(false)
    if (reply.rsvp_status === 'waiting') toast.success(t('rsvp.now_waiting'))
    else if (reply.rsvp_status === 'yes' && set.enable_custom_thank_you_message) setThanks(true)
  }
  const answer = useWrite(routes.rsvp, { invalidates: [contract], onSuccess: told, onError: (error) => error.status !== 422 && toast.error(error.message) })
  const leave = useWrite(routes.unrsvp, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const mine = event.rsvp_status
  const busy = answer.isPending || leave.isPending
  const send = (status: Status, more: { guests?: number; answers?: Record<string, string> } = {}, then: () => unknown = () => {}) =>
    answer.mutate(
      {
        params,
        body: {
          occurrence_id: event.occurrence_id,
          status,
          guests: status === 'no' ? 0 : Math.min(more.guests ?? event.rsvp_guests, guestsOf(set)),
          answers: more.answers ?? event.rsvp_answers ?? {},
        },
      },
      { onSuccess: then },
    )
  const choose = async (status: Status) => {
    if (busy || status === mine) return
    if (status === 'yes' && (set.questions.length > 0 || (guestsOf(set) > 0 && !small))) return setAsking(true)
    const lost = givesUp(event, status)
    if (lost && !(await confirm({ title: t(`rsvp.give_up.${lost}.title`), text: t(`rsvp.give_up.${lost}.text`), action: t('rsvp.give_up') }))) return
    const before = { guests: event.rsvp_guests, answers: event.rsvp_answers ?? {} }
    // of a place that others wait for one was asked before
    const isUndone = status === 'no' && mine === 'yes' && !lost
    send(status, {}, () => isUndone && toast.undo(t('rsvp.cancelled'), { onUndo: () => send('yes', before) }))
  }
  const leaveLine = () => leave.mutate({ params, query: { occurrence_id: event.occurrence_id } })
  useVisitorWish(wish, () => mine === null && void choose('yes'))

  if (event.is_cancelled) return <p className="font-semibold text-danger">{t('event.cancelled')}</p>
  if (isOver(event)) return small ? <span className="text-13 text-text-3">{t('rsvp.ended')}</span> : <p className="text-text-2">{t('rsvp.over')}</p>
  if (event.status !== 'published' || set.rsvp_disabled) return null
  // the way to a ticket stands with the event; a list does not know who has one
  if (set.ticket_type === 'paid' && mine !== 'yes' && event.needs_ticket !== false)
    return small ? (
      <LinkButton size="sm" icon="ticket" to={event.url}>
        {t('rsvp.tickets')}
      </LinkButton>
    ) : (
      <p className="text-13 text-text-2">{t('rsvp.needs_ticket')}</p>
    )
  const full = isFull(event) && mine !== 'yes'
  const go = full ? (set.waiting_list_enabled ? t('rsvp.wait') : t('rsvp.full')) : t('rsvp.go')
  if (!member)
    return (
      <Button
        variant="primary"
        size={small ? 'sm' : 'md'}
        block={!small}
        disabled={full && !set.waiting_list_enabled}
        data-press={wish}
        onClick={() => ask({ title: full ? go : t('rsvp.ask'), wish })}
      >
        {go}
      </Button>
    )
  if (viewOnly || !event.policies.can_rsvp) return null
  return (
    <>
      {small ? (
        mine !== null && mine !== 'no' ? (
          <Answer mine={mine} busy={busy} onChoose={choose} onLeave={leaveLine} />
        ) : (
          <Button size="sm" variant="primary" loading={busy} disabled={full && !set.waiting_list_enabled} onClick={() => void choose('yes')}>
            {go}
          </Button>
        )
      ) : (
        <div className="grid gap-2">
          {mine === 'waiting' ? (
            <Note tone="info" icon="hourglass" title={t('rsvp.in_line', { position: event.waiting_position ?? 1 })}>
              <Button size="sm" loading={busy} onClick={leaveLine}>
                {t('rsvp.leave_line')}
              </Button>
            </Note>
          ) : full && mine === null ? (
            <Button variant="primary" block loading={busy} disabled={!set.waiting_list_enabled} onClick={() => void choose('yes')}>
              {go}
            </Button>
          ) : (
            <Segment<Status | 'none'>
              label={t('rsvp.label')}
              className="w-full *:grow *:justify-center"
              value={(mine as Status | null) ?? 'none'}
              items={RSVP_STATUSES.map((value) => ({
                value,
                label: t(SHORT[value]),
              }))}
              onChange={(value) => value !== 'none' && void choose(value)}
            />
          )}
          {mine === 'yes' && (guestsOf(set) > 0 || set.questions.length > 0) && (
            <Button size="sm" variant="ghost" icon="pencil" onClick={() => setAsking(true)}>
              {event.rsvp_guests > 0 ? t('rsvp.with_guests', { count: event.rsvp_guests }) : t('rsvp.change')}
            </Button>
          )}
        </div>
      )}
      {asking && <Asked event={event} error={answer.error} sending={busy} onClose={() => setAsking(false)} onSend={(more) => send('yes', more)} />}
      {thanks && <Thanks event={event} onClose={() => setThanks(false)} />}
    </>
  )
}

interface AnswerProps {
  mine: Exclude<NonNullable<EventReply['rsvp_status']>, 'no'>
  busy: boolean
  onChoose: (status: Status) => void
  onLeave: () => void
}
/** The answer as a card shows it. A press opens what else there is to answer: it takes nothing back by itself. */
function Answer({ mine, busy, onChoose, onLeave }: AnswerProps) {
  const t = useT()
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="sm"
          icon={mine === 'yes' ? 'check' : mine === 'maybe' ? 'circle-help' : 'hourglass'}
          className={mine === 'yes' ? 'bg-success-soft! text-success!' : undefined}
          loading={busy}
        >
          {t(`rsvp.${mine}`)}
          <Icon name="chevron-down" size="sm" />
        </Button>
      }
      items={[
        { heading: t('rsvp.label') },
        ...(mine === 'waiting'
          ? [{ label: t('rsvp.leave_line'), onSelect: onLeave }]
          : RSVP_STATUSES.map((value) => ({ label: t(`rsvp.${value}`), checked: value === mine, onSelect: () => onChoose(value) }))),
      ]}
    />
  )
}

interface AskedProps {
  event: EventReply
  error: AtriumError | null
  sending: boolean
  onSend: (more: { guests: number; answers: Record<string, string> }) => void
  onClose: () => void
}
function Asked({ event, error, sending, onSend, onClose }: AskedProps) {
  const t = useT()
  const { questions } = event.event_setting_attributes
  const mostGuests = guestsOf(event.event_setting_attributes)
  const [answers, setAnswers] = useState<Record<string, string>>(event.rsvp_answers ?? {})
  const [guests, setGuests] = useState(event.rsvp_guests)
  const errors = useFieldErrors(error) as Record<string, string | undefined>
  const set = (key: string, text: string) => setAnswers({ ...answers, [key]: text })
  return (
    <FormDialog
      title={t('rsvp.asked')}
      width={460}
      onClose={onClose}
      onSubmit={() => onSend({ guests, answers })}
      error={error}
      action={t('rsvp.go')}
      pending={sending}
    >
      {mostGuests > 0 && (
        <Field label={t('rsvp.guests')} error={errors.guests}>
          <Select
            value={String(guests)}
            options={Array.from({ length: mostGuests + 1 }, (_, n) => ({ value: String(n), label: n === 0 ? t('rsvp.no_guests') : String(n) }))}
            onChange={({ target }) => setGuests(Number(target.value))}
          />
        </Field>
      )}
      {questions.map(({ key, label, kind, options, required }) => (
        <Field key={key} label={required ? `${label} *` : label} error={errors[`answers.${key}`]}>
          {kind === 'choice' ? (
            <Select
              value={answers[key] ?? ''}
              required={required}
              options={[{ value: '', label: t('rsvp.choose') }, ...options.map((value) => ({ value, label: value }))]}
              onChange={({ target }) => set(key, target.value)}
            />
          ) : (
            <Input value={answers[key] ?? ''} maxLength={1_000} required={required} onChange={({ target }) => set(key, target.value)} />
          )}
        </Field>
      ))}
    </FormDialog>
  )
}

/** What the hosts say to who comes. */
function Thanks({ event, onClose }: { event: EventReply; onClose: () => void }) {
  const t = useT()
  const at = event.event_setting_attributes
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={at.confirmation_message_title || t('rsvp.thanks')}
      width={440}
      footer={
        <>
          <Button onClick={onClose}>{t('form.close')}</Button>
          {at.confirmation_message_button_link && (
            <LinkButton variant="primary" to={at.confirmation_message_button_link} target="_blank" rel="noreferrer">
              {at.confirmation_message_button_title || t('rsvp.more')}
            </LinkButton>
          )}
        </>
      }
    >
      <p className="whitespace-pre-line text-text-2">{at.confirmation_message_description || t('rsvp.thanks_text')}</p>
    </Dialog>
  )
}
