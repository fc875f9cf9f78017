export default function SpaceChat() {
  return null
}
