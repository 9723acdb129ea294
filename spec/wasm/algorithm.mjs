// An algorithm in JavaScript, for test_algorithms.mjs: minimax, or what its options have it do.

export function minimax(node) {
  const [value] = node.value();
  if (value !== null) return value;
  for (const child of node.children()) node.take(child, minimax(child));
  return node.finish();
}

export default ({ id, endless }) => ({
  id, informed: false,
  run(root) {
    while (endless) root.value();
    return minimax(root);
  },
});
