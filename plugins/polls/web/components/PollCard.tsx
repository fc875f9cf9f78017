/** A poll to vote in, and its results as bars. */
import { Button, cx, Icon, IconButton, LinkButton, Menu, Time, toast, useConfirm, useSession, useT, useWrite, wayBack } from '@atrium/sdk/web'
import { lazy, Suspense, useId, useState } from 'react'
import contract, { type Poll } from '../../contract.ts'
import { useLivePoll } from './changes.ts'

const { routes } = contract
const Voters = lazy(() => import('./Voters.tsx').then((module) => ({ default: module.Voters })))
type Option = Poll['poll_options'][number]

function Answer({ option, poll, chosen, disabled, onPress }: { option: Option; poll: Poll; chosen: boolean; disabled: boolean; onPress: () => void }) {
  const percent = poll.results_visible ? option.percentage : null
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles are checked
    <button
      type="button"
      role={poll.is_multiple ? 'checkbox' : 'radio'}
      aria-checked={chosen}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
      className={cx(
        'relative flex min-h-11 w-full items-center gap-2.5 overflow-hidden rounded-control border px-3 py-2 text-start text-15 transition-colors',
        chosen ? 'border-brand' : 'border-border',
        disabled ? 'cursor-default' : 'hover:border-field',
      )}
    >
      {percent !== null && (
        <span
          aria-hidden="true"
          className={cx('absolute inset-y-0 start-0 transition-[width] duration-(--slow)', chosen ? 'bg-brand-soft' : 'bg-hover')}
          style={{ width: `${percent}%` }}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'relative grid size-[18px] shrink-0 place-items-center border-[1.5px]',
          poll.is_multiple ? 'rounded-mark' : 'rounded-full',
          chosen ? 'border-brand bg-brand text-on-brand' : 'border-field bg-surface',
          disabled && !chosen && 'invisible',
        )}
      >
        {chosen && <Icon name="check" className="size-3" />}
      </span>
      <span className="relative min-w-0 flex-1 break-words">{option.value}</span>
      {percent !== null && <span className="relative shrink-0 text-13 font-medium tabular-nums">{percent} %</span>}
    </button>
  )
}

export function PollCard({ poll: given }: { poll: Poll }) {
  const { shown, put } = useLivePoll(given)
  return shown && <Shown key={shown.poll_response_id ?? 'open'} poll={shown} put={put} />
}

function Shown({ poll, put }: { poll: Poll; put: (next: Poll | null) => void }) {
  const t = useT()
  const title = useId()
  const { member } = useSession()
  const confirm = useConfirm()
  const own = poll.poll_options.filter((option) => option.is_voted).map(({ id }) => id)
  const [picked, setPicked] = useState<number[]>(own)
  const [seeing, setSeeing] = useState(false)
  const failed = { onError: (error: Error) => toast.error(error.message) }
  const vote = useWrite(routes.vote, { ...failed, onSuccess: (reply) => put(reply.poll) })
  const withdraw = useWrite(routes.withdrawVote, {
    ...failed,
    onSuccess: () =>
      put({
        ...poll,
        poll_response_id: null,
        voters_count: poll.voters_count - 1,
        poll_options: poll.poll_options.map((option) => ({ ...option, is_voted: false })),
      }),
  })
  const close = useWrite(routes.update, { ...failed, onSuccess: put })
  const remove = useWrite(routes.destroy, { ...failed, onSuccess: () => put(null) })
  const busy = vote.isPending || withdraw.isPending
  const chosen = poll.is_multiple ? picked : vote.isPending ? (vote.variables.body.poll_response.poll_option_ids ?? own) : own
  const changed = picked.length !== own.length || picked.some((id) => !own.includes(id))
  const send = (ids: number[]) => !busy && vote.mutate({ params: { pollId: poll.id }, body: { poll_response: { poll_option_ids: ids } } })
  const press = (id: number) => {
    if (!poll.is_multiple) send([id])
    else setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  }
  const ask = async () => {
    if (await confirm({ title: t('delete.title'), text: t('delete.text'), action: t('delete.action'), tone: 'danger' }))
      remove.mutate({ params: { id: poll.id } })
  }
  const { policies } = poll
  return (
    <section aria-labelledby={title} data-poll={poll.id} className="mt-3 rounded-card border border-border bg-surface p-4">
      <div className="mb-3 flex items-start gap-2">
        <h3 id={title} className="min-w-0 flex-1 text-15 leading-6 font-semibold break-words">
          {poll.title}
        </h3>
        {policies.can_update_poll && (
          <span className="-mt-1.5 -me-2">
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon="ellipsis" label={t('menu', { title: poll.title })} />}
              items={[
                poll.status === 'open' && {
                  label: t('close'),
                  icon: 'lock',
                  onSelect: () => close.mutate({ params: { id: poll.id }, body: { poll: { status: 'closed' } } }),
                },
                { label: t('delete.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask() },
              ]}
            />
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      <div role={poll.is_multiple ? 'group' : 'radiogroup'} aria-labelledby={title} className="grid gap-2">
        {poll.poll_options.map((option) => (
          <Answer
            key={option.id}
            option={option}
            poll={poll}
            chosen={chosen.includes(option.id)}
            disabled={!policies.can_vote || busy}
            onPress={() => press(option.id)}
          />
        ))}
      </div>
      {poll.is_multiple && policies.can_vote && (changed || own.length === 0) && (
        <Button variant="primary" size="sm" className="mt-3" disabled={picked.length === 0 || busy} loading={vote.isPending} onClick={() => send(picked)}>
          {t(own.length ? 'vote.change' : 'vote')}
        </Button>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-x-1.5 text-13 text-text-3">
        <span>{t('votes', { count: poll.voters_count })}</span>
        {poll.is_anonymous && <span>· {t('anonymous')}</span>}
        {poll.is_multiple && <span>· {t('multiple')}</span>}
        {poll.status === 'closed' ? (
          <span>· {t('closed')}</span>
        ) : (
          poll.closes_at && (
            <span>
              · {t('closes')} <Time within value={poll.closes_at} kind="datetime" />
            </span>
          )
        )}
        {!poll.results_visible && <span>· {t(poll.results_visibility === 'after_close' ? 'hidden.close' : 'hidden.vote')}</span>}
        <span className="ms-auto flex items-center">
          {policies.can_see_voters && poll.voters_count > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setSeeing(true)}>
              {t('voters')}
            </Button>
          )}
          {policies.can_vote && poll.poll_response_id !== null && (
            <Button
              size="sm"
              variant="ghost"
              loading={withdraw.isPending}
              disabled={busy}
              onClick={() => withdraw.mutate({ params: { pollId: poll.id, id: poll.poll_response_id! } })}
            >
              {t('withdraw')}
            </Button>
          )}
          {!member && poll.status === 'open' && (
            <LinkButton size="sm" variant="ghost" to={`/user/sign_in${wayBack()}`}>
              {t('sign_in')}
            </LinkButton>
          )}
        </span>
      </p>
      {seeing && (
        <Suspense fallback={null}>
          <Voters poll={poll} onClose={() => setSeeing(false)} />
        </Suspense>
      )}
    </section>
  )
}
