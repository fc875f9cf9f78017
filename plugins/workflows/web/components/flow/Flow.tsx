/** Cards in a column, with branches side by side; on phones they are below each other. */
import { Badge, cx, useT } from '@atrium/sdk/web'
import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { type Action, type Branch, BRANCHES } from '../../../contract.ts'
import { cardsIn, type Place } from './tree.ts'

/** How the line to a card is drawn: as usual, as one that was taken, or as one that was not. */
export type Line = 'plain' | 'taken' | 'open'
export interface FlowProps<A extends Action> {
  actions: readonly A[]
  /** What begins it. */
  head: ReactNode
  card: (action: A) => ReactNode
  /** The ways out of a card. */
  forks: (action: A) => readonly Branch[]
  /** What stands in a line, as the button that adds a card. */
  between?: (place: Place) => ReactNode
  line?: (action: A) => Line
  label: string
}

const LINE = { plain: 'bg-strong', taken: 'bg-success-solid', open: 'bg-field' }
const DOTS = 'bg-[radial-gradient(circle,var(--border)_1px,transparent_1px)] bg-size-[22px_22px]'

export function Flow<A extends Action>(props: FlowProps<A>) {
  const frame = useRef<HTMLDivElement>(null)
  // what begins it stands in the middle of what may be wider than the window
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = frame.current ?? {}
    frame.current?.scrollTo({ left: (scrollWidth - clientWidth) / 2 })
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is scrolled by keys too
    <div ref={frame} className={cx('h-full overflow-x-auto px-3 py-6 desk:px-6', DOTS)} tabIndex={0} role="group" aria-label={props.label}>
      <div className="mx-auto flex w-full min-w-min flex-col items-center">
        <div className="w-full max-w-[420px]">{props.head}</div>
        <Column {...props} parentId={null} branch={null} />
      </div>
    </div>
  )
}

function Column<A extends Action>({ parentId, branch, ...flow }: FlowProps<A> & { parentId: string | null; branch: Branch | null }) {
  const cards = cardsIn(flow.actions, { parentId, branch })
  return (
    <>
      {cards.map((card, index) => {
        const ways = flow.forks(card)
        return (
          <Fragment key={card.id}>
            <Wire line={flow.line?.(card)}>{flow.between?.({ parentId, branch, index })}</Wire>
            <div className="w-full max-w-[420px]" data-card={card.id}>
              {flow.card(card)}
            </div>
            {ways.length > 0 && <Fork card={card} flow={flow} joins={index < cards.length - 1} />}
          </Fragment>
        )
      })}
      {flow.between ? <Wire isLast>{flow.between({ parentId, branch, index: cards.length })}</Wire> : null}
    </>
  )
}

const Wire = ({ line = 'plain', isLast, children }: { line?: Line; isLast?: boolean; children?: ReactNode }) => (
  <div className={cx('relative flex w-full flex-none justify-center', children ? 'h-12' : 'h-7')}>
    <span aria-hidden="true" className={cx('h-full w-[1.5px]', LINE[line], isLast && 'h-1/2')} />
    {children && <span className="absolute inset-0 grid place-items-center">{children}</span>}
  </div>
)

const STUB = 'h-3 w-[1.5px] flex-none bg-strong max-desk:hidden'
function Fork<A extends Action>({ card, flow, joins }: { card: A; flow: FlowProps<A>; joins: boolean }) {
  const t = useT()
  return (
    <>
      <span aria-hidden="true" className={STUB} />
      <div className="grid w-full gap-3 desk:w-auto desk:grid-cols-[repeat(2,minmax(max-content,1fr))] desk:gap-0">
        {BRANCHES.map((branch) => (
          <div
            key={branch}
            role="group"
            data-branch={branch}
            aria-label={t(`branch.${card.action_type}.${branch}`)}
            className="relative flex flex-col items-center max-desk:border-s-2 max-desk:ps-3 desk:w-full desk:min-w-[288px] desk:px-3"
          >
            <Rail branch={branch} className="top-0" />
            <span aria-hidden="true" className={STUB} />
            <Badge tone={branch === 'yes' ? 'success' : 'warning'} className="max-desk:mt-2 max-desk:self-start">
              {t(`branch.${card.action_type}.${branch}`)}
            </Badge>
            <Column {...flow} parentId={card.id} branch={branch} />
            {joins && (
              <>
                <span aria-hidden="true" className="min-h-3 w-[1.5px] flex-1 bg-strong max-desk:hidden" />
                <Rail branch={branch} className="bottom-0" />
              </>
            )}
          </div>
        ))}
      </div>
    </>
  )
}
/** Half of the line that leads from one card to two. */
const Rail = ({ branch, className }: { branch: Branch; className: string }) => (
  <span aria-hidden="true" className={cx('absolute h-[1.5px] w-1/2 bg-strong max-desk:hidden', branch === 'yes' ? 'end-0' : 'start-0', className)} />
)
