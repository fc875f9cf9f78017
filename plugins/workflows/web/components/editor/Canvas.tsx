/** The column of cards as it is edited: a button in each line, a menu in each card, and keys for all of it. */
import { Badge, IconButton, Menu, useLocale, useT } from '@atrium/sdk/web'
import { type DragEvent, useState } from 'react'
import { type Action, MAX_ACTIONS, type Problems, type WorkflowDefinition } from '../../../contract.ts'
import { CardDetail } from '../flow/CardDetail.tsx'
import { Flow } from '../flow/Flow.tsx'
import { Node } from '../flow/Node.tsx'
import type { Place } from '../flow/tree.ts'
import { branchesOf, iconOf, kickerOf, titleOf, toneOf } from '../flow/words.ts'
import { AddCard } from './AddCard.tsx'
import type { Draft } from './draft.ts'
import { Heads } from './Heads.tsx'
import { CardProblems } from './Problems.tsx'
import type { Cards } from './useCards.ts'
import { useEditing } from './useEditing.ts'

export interface CanvasProps {
  saved: WorkflowDefinition
  draft: Draft
  problems: Problems
  selected: string | null
  onSelect: (name: string) => void
  cards: Cards
}
export function Canvas({ saved, draft, problems, selected, onSelect, cards }: CanvasProps) {
  const t = useT()
  const { kit } = useEditing()
  const [dragged, setDragged] = useState<string | null>(null)
  const drop = (place: Place) => {
    if (dragged) cards.moveTo(dragged, place)
    setDragged(null)
  }
  return (
    <Flow<Action>
      label={t('editor.cards')}
      actions={draft.actions}
      forks={({ action_type }) => branchesOf(kit, action_type)}
      head={<Heads saved={saved} draft={draft} problems={problems} selected={selected} onSelect={onSelect} />}
      between={(place) => (
        <AddCard
          disabled={draft.actions.length >= MAX_ACTIONS}
          takes={dragged !== null}
          onDrop={() => drop(place)}
          onAdd={(offer) => cards.add(offer, place)}
        />
      )}
      card={(card) => (
        <EditedCard
          card={card}
          messages={problems[card.id]}
          isSelected={selected === card.id}
          onSelect={() => onSelect(card.id)}
          cards={cards}
          onDrag={setDragged}
        />
      )}
    />
  )
}

interface EditedCardProps {
  card: Action
  messages: readonly string[] | undefined
  isSelected: boolean
  onSelect: () => void
  cards: Cards
  onDrag: (id: string | null) => void
}
function EditedCard({ card, messages, isSelected, onSelect, cards, onDrag }: EditedCardProps) {
  const t = useT()
  const locale = useLocale()
  const { kit } = useEditing()
  const title = titleOf(t, locale, kit, card)
  const isMissing = !kit.offerOf(card.action_type)
  const lift = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', title)
    const whole = (event.currentTarget as HTMLElement).closest('[data-card]')
    if (whole) event.dataTransfer.setDragImage(whole, 24, 24)
    onDrag(card.id)
  }
  return (
    <Node
      name={card.id}
      icon={iconOf(kit, card)}
      tone={toneOf(card.action_type)}
      kicker={kickerOf(t, card.action_type)}
      title={title}
      look={messages?.length ? 'failed' : isSelected ? 'selected' : 'plain'}
      isSelected={isSelected}
      onSelect={onSelect}
      aside={
        <>
          {isMissing && <Badge tone="danger">{t('card.missing')}</Badge>}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: by keys a card is moved by alt and arrows, and by its menu */}
          <span draggable onDragStart={lift} onDragEnd={() => onDrag(null)} className="cursor-grab max-desk:hidden">
            <IconButton icon="grip-vertical" size="sm" tabIndex={-1} label={t('card.drag', { title })} className="pointer-events-none" />
          </span>
          <Menu
            trigger={<IconButton icon="ellipsis" size="sm" label={t('card.menu', { title })} className="max-desk:min-h-11 max-desk:min-w-11" />}
            items={[
              { label: t('card.edit'), icon: 'pencil', onSelect },
              { label: t('card.up'), icon: 'arrow-up', keys: 'Alt ↑', disabled: !cards.canShift(card.id, -1), onSelect: () => cards.shift(card.id, -1) },
              { label: t('card.down'), icon: 'arrow-down', keys: 'Alt ↓', disabled: !cards.canShift(card.id, 1), onSelect: () => cards.shift(card.id, 1) },
              { label: t('card.duplicate'), icon: 'copy', onSelect: () => cards.duplicate(card.id) },
              { label: t('card.remove'), icon: 'trash-2', tone: 'danger', keys: 'Del', onSelect: () => cards.remove(card.id) },
            ]}
          />
        </>
      }
    >
      <CardDetail kit={kit} action={card} />
      <CardProblems messages={messages} />
    </Node>
  )
}
