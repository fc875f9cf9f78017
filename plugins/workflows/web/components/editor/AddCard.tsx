/** The button between two cards: everything that can be put there, by groups, with a search. */
import { cx, EmptyState, Icon, IconButton, Popover, SearchField, useT } from '@atrium/sdk/web'
import { type DragEvent, useState } from 'react'
import { ACTION_GROUPS, type ActionOffer } from '../../../contract.ts'
import { iconOf, isLogic, toneOf } from '../flow/words.ts'
import { NodeIcon } from '../flow/Node.tsx'
import { useEditing } from './useEditing.ts'

export interface AddCardProps {
  onAdd: (offer: ActionOffer) => void
  /** A card is being dragged and may be dropped here. */
  takes: boolean
  onDrop: () => void
  disabled: boolean
}
export function AddCard({ onAdd, takes, onDrop, disabled }: AddCardProps) {
  const t = useT()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!takes) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: by keys a card is moved by itself
    <span
      data-drop=""
      className="grid place-items-center px-10 py-2.5"
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop()
      }}
    >
      <Popover
        align="center"
        className="w-96!"
        label={t('add.title')}
        trigger={
          <IconButton
            icon="plus"
            size="sm"
            label={t('add.title')}
            disabled={disabled}
            className={cx(
              'rounded-full! bg-surface shadow-[inset_0_0_0_1px_var(--border-field)] after:absolute after:-inset-[9px]',
              takes && 'bg-brand-soft! text-on-brand-soft!',
              isOver && 'scale-125 outline-2 outline-focus',
            )}
          />
        }
      >
        {(close) => (
          <Offers
            onChoose={(offer) => {
              close()
              onAdd(offer)
            }}
          />
        )}
      </Popover>
    </span>
  )
}

function Offers({ onChoose }: { onChoose: (offer: ActionOffer) => void }) {
  const t = useT()
  const { kit } = useEditing()
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const found = kit.offers.filter(({ label, text: about }) => `${label} ${about ?? ''}`.toLowerCase().includes(sought))
  const groups = ACTION_GROUPS.map((group) => ({ group, some: found.filter((one) => one.group === group) })).filter(({ some }) => some.length > 0)
  return (
    <div className="grid gap-2">
      <SearchField autoFocus value={text} onChange={setText} placeholder={t('add.search')} />
      <div className="grid max-h-[min(420px,55dvh)] gap-3 overflow-y-auto">
        {groups.length === 0 && <EmptyState icon="search" title={t('add.none')} />}
        {groups.map(({ group, some }) => (
          <div key={group} role="group" aria-label={t(`group.${group}`)}>
            <p className="px-2 pb-1 text-12 text-text-3">{t(`group.${group}`)}</p>
            {some.map((offer) => (
              <Offer key={offer.action_type} offer={offer} onChoose={() => onChoose(offer)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
function Offer({ offer, onChoose }: { offer: ActionOffer; onChoose: () => void }) {
  const t = useT()
  const { kit } = useEditing()
  const about = offer.is_allowed ? offer.text : t('add.not_allowed')
  return (
    <button
      type="button"
      disabled={!offer.is_allowed}
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:text-text-3 disabled:hover:bg-transparent"
    >
      <NodeIcon icon={iconOf(kit, { action_type: offer.action_type, api_params: {} })} tone={toneOf(offer.action_type)} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{isLogic(offer.action_type) ? t(`card.${offer.action_type}`) : offer.label}</span>
        {about && <span className="block text-12 text-text-3">{about}</span>}
      </span>
      {offer.effect === 'outside' && <Icon name="external-link" size="sm" label={t('add.outside')} className="text-text-3" />}
    </button>
  )
}
