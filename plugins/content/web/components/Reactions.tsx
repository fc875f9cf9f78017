/** Emoji under a post, a comment or any other record: pressed ones are one's own. */
import { EmojiPicker, IconButton, ReactionChip, toast, useT, useVisitor, useWrite } from '@atrium/sdk/web'
import contract, { type Reply } from '../../contract.ts'

const { routes } = contract

type Shown = Reply['reactions']
export interface ReactionsProps {
  kind: string
  id: number
  reactions: Shown
  /** Shows the change at once; what it returns takes it back. */
  onChange: (change: (reactions: Shown) => Shown) => () => void
}
export function Reactions({ kind, id, reactions, onChange }: ReactionsProps) {
  const t = useT()
  const ask = useVisitor()
  const change = (emoji: string) => onChange((shown) => toggled(shown, emoji))
  const onError = (error: Error) => toast.error(error.message)
  const react = useWrite(routes.react, { optimistic: (_cache, { body }) => change(body.emoji), onError })
  const unreact = useWrite(routes.unreact, { optimistic: (_cache, { body }) => change(body.emoji), onError })
  const toggle = (emoji: string) => {
    if (ask({ title: t('visitor.react') })) return
    if (react.isPending || unreact.isPending) return
    const mine = reactions.some((one) => one.emoji === emoji && one.mine)
    const write = mine ? unreact : react
    write.mutate({ body: { reactable_type: kind, reactable_id: id, emoji } })
  }
  return (
    <>
      {reactions.length > 0 && (
        // on phones the row stays one line, and what is too much scrolls
        <span className="contents max-desk:flex max-desk:min-w-0 max-desk:gap-0.5 max-desk:overflow-x-auto max-desk:py-1 max-desk:scroll-fade">
          {reactions.map(({ emoji, count, mine }) => (
            <ReactionChip key={emoji} emoji={emoji} count={count} mine={mine} label={t('reaction', { emoji, count })} onClick={() => toggle(emoji)} />
          ))}
        </span>
      )}
      <EmojiPicker label={t('reactions.add')} trigger={<IconButton size="sm" icon="smile-plus" label={t('reactions.add')} />} onPick={toggle} quick />
    </>
  )
}

function toggled(reactions: Shown, emoji: string): Shown {
  const there = reactions.find((one) => one.emoji === emoji)
  if (!there) return [...reactions, { emoji, count: 1, mine: true }]
  const count = there.count + (there.mine ? -1 : 1)
  return count === 0 ? reactions.filter((one) => one !== there) : reactions.map((one) => (one === there ? { emoji, count, mine: !there.mine } : one))
}
