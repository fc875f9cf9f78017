/** Rows that are put in order by dragging, by touch, or by keyboard: space lifts, arrows move, space drops, escape puts back. */
import { type Announcements, closestCenter, DndContext, KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type ReactNode, useRef } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { IconButton } from '../Button.tsx'
import { cx } from '../cx.ts'
import type { SortableProps, SortHandle } from '../lateProps.ts'

/** A finger that scrolls must not lift; a click on a link inside must not drag. */
const TOUCH = { delay: 180, tolerance: 6 }
const MOUSE = { distance: 4 }

export default function LazySortable<Item>({
  items,
  itemKey,
  nameOf,
  onMove,
  label,
  axis = 'vertical',
  className,
  itemClassName,
  children,
}: SortableProps<Item>) {
  const t = useWords()
  const keyOf = itemKey ?? ((item: Item) => (item as { id: number }).id)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: MOUSE }),
    useSensor(TouchSensor, { activationConstraint: TOUCH }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = items.map(keyOf)
  const moved = useRef(false)
  const told = (id: number | string) => {
    const at = keys.indexOf(id)
    return { name: at < 0 ? '' : nameOf(items[at]!), at: at + 1, count: keys.length }
  }
  const announcements: Announcements = {
    onDragStart({ active }) {
      moved.current = false
      return t('sort.lifted', told(active.id))
    },
    // A row that was just lifted is over its own place: saying so would drown that it was lifted.
    onDragOver({ active, over }) {
      moved.current ||= over !== null && over.id !== active.id
      return over && moved.current ? t('sort.over', { ...told(active.id), at: told(over.id).at }) : undefined
    },
    onDragEnd: ({ active, over }) => t('sort.dropped', { ...told(active.id), at: told(over?.id ?? active.id).at }),
    onDragCancel: ({ active }) => t('sort.cancelled', told(active.id)),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sort.how') }, container: document.body }}
      onDragEnd={({ active, over }) => {
        const [from, to] = [keys.indexOf(active.id), over ? keys.indexOf(over.id) : -1]
        if (from >= 0 && to >= 0 && from !== to) onMove(arrayMove([...items], from, to), items[from]!)
      }}
    >
      <SortableContext items={keys} strategy={axis === 'vertical' ? verticalListSortingStrategy : horizontalListSortingStrategy}>
        <ul aria-label={label} className={className}>
          {items.map((item) => (
            <Row key={keyOf(item)} id={keyOf(item)} name={nameOf(item)} className={itemClassName}>
              {(handle) => children(item, handle)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function Row({ id, name, className, children }: { id: number | string; name: string; className?: string; children: (handle: SortHandle) => ReactNode }) {
  const t = useWords()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('sort.role') },
  })
  const props = { ...attributes, ...listeners, ref: setActivatorNodeRef }
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx(className, isDragging && 'relative z-10 shadow-float motion-reduce:transition-none')}
    >
      {children({
        dragging: isDragging,
        props,
        grip: <IconButton {...props} icon="grip-vertical" label={t('sort.grip', { name })} className="cursor-grab touch-none active:cursor-grabbing" />,
      })}
    </li>
  )
}
