/** The yardstick of what sockets cost: socket.io as Atrium sets it up, and nothing else. Whoever connects may join; what is posted is told to a room. */
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.end()
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { room, payload } = JSON.parse(Buffer.concat(chunks).toString())
    io.to(room).emit('event', payload)
    response.statusCode = 201
    response.end('{}')
  })
})
const io = new Server(server, { path: '/socket', serveClient: false, transports: ['websocket', 'polling'], perMessageDeflate: false })
io.on('connection', (socket) => {
  socket.on('join', ({ room }, reply) => {
    void socket.join(room)
    reply({ ok: true })
  })
})
server.listen(0, '127.0.0.1', 4096, () => process.send?.({ port: (server.address() as { port: number }).port }))
