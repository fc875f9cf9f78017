/** Rooms and streams are changed by calls of their own. */
import contract, { type LiveRoom } from '../../contract.ts'

const { routes } = contract
type RoomType = LiveRoom['room_type']

export const listOf = (type: RoomType) => (type === 'stream' ? routes.streams : routes.rooms)
export const creationOf = (type: RoomType) => (type === 'stream' ? routes.createStream : routes.createRoom)
export const changeOf = (type: RoomType) => (type === 'stream' ? routes.updateStream : routes.updateRoom)
export const deletionOf = (type: RoomType) => (type === 'stream' ? routes.destroyStream : routes.destroyRoom)
