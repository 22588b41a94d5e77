export type FrameBlocks = ReturnType<typeof makeFrameBlocks>;
export type Box = { top: number; left: number; width: number; height: number };

/**
 * The blocks in the frame: each is what follows its comment, up to the next one. It refers to nothing outside itself, because
 * its source runs in the frame.
 */
export function makeFrameBlocks(config: { prefix: string; end: string }) {
  type Mark = { node: Comment; id: string; type: string };
  let known: Mark[] = [];
  function marks(): Mark[] {
    // A page's scripts may move them. Usually nothing changed since the last time.
    if (known.length > 0 && known.every(({ node }) => node.isConnected)) return known;
    const found: Mark[] = [];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Comment;
      if (!node.data.startsWith(config.prefix)) continue;
      const [id = "", type = ""] = node.data.slice(config.prefix.length).split(":");
      found.push({ node, id, type });
    }
    known = found;
    return found;
  }
  const isEnd = ({ id }: Mark) => id === config.end;
  function blockAt(node: Node): Mark | null {
    const before = marks().filter((mark) => mark.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const last = before.at(-1);
    return last && !isEnd(last) ? last : null;
  }
  function nodesOf(id: string): ChildNode[] {
    const all = marks();
    const place = all.findIndex((mark) => mark.id === id);
    const end = all[place + 1]?.node;
    const nodes: ChildNode[] = [];
    for (let node = all[place]?.node.nextSibling ?? null; node && node !== end; node = node.nextSibling)
      nodes.push(node);
    return nodes;
  }
  const elementsOf = (id: string) => nodesOf(id).filter((node): node is HTMLElement => node instanceof HTMLElement);
  const typeOf = (id: string) => marks().find((mark) => mark.id === id)?.type ?? "";
  function boxOf(elements: Element[]): Box | null {
    const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
    if (boxes.length === 0) return null;
    const top = Math.min(...boxes.map((box) => box.top));
    const left = Math.min(...boxes.map((box) => box.left));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    const right = Math.max(...boxes.map((box) => box.right));
    return { top: top + scrollY, left: left + scrollX, width: right - left, height: bottom - top };
  }
  function fragmentOf(html: string, parentNode: Node): DocumentFragment {
    const range = document.createRange();
    range.selectNodeContents(parentNode);
    return range.createContextualFragment(html);
  }
  function replace(id: string, html: string): void {
    const mark = marks().find((one) => one.id === id);
    if (!mark?.node.parentNode) return;
    for (const node of nodesOf(id)) node.remove();
    mark.node.after(fragmentOf(html, mark.node.parentNode), "\n");
  }

  /** Removes, adds and moves blocks. False if they are not siblings, for example because handwritten HTML is left open. */
  function arrange(order: readonly { id: string; type: string }[]): boolean {
    const all = marks();
    const end = all.find(isEnd)?.node;
    const parentNode = end?.parentNode;
    if (!end || !parentNode || all.some(({ node }) => node.parentNode !== parentNode)) return false;
    const shown = all.filter((mark) => !isEnd(mark)).map(({ id, type }) => `${id}:${type}`);
    if (shown.join() === order.map(({ id, type }) => `${id}:${type}`).join()) return true;
    const wanted = new Set(order.map(({ id }) => id));
    for (const mark of all)
      if (!isEnd(mark) && !wanted.has(mark.id)) {
        for (const node of nodesOf(mark.id)) node.remove();
        mark.node.remove();
      }
    const comments = new Map(all.map((mark) => [mark.id, mark.node]));
    let before: Node = end;
    for (const { id, type } of order.toReversed()) {
      const name = `${config.prefix}${id}:${type}`;
      const comment = comments.get(id) ?? document.createComment(name);
      known = [];
      if (comment.data !== name) comment.data = name;
      const nodes = comment.isConnected ? [comment, ...nodesOf(id)] : [comment];
      if (nodes.at(-1)?.nextSibling !== before) for (const node of nodes) parentNode.insertBefore(node, before);
      before = comment;
    }
    known = [];
    return true;
  }

  const ids = () => marks().flatMap((mark) => (isEnd(mark) ? [] : [mark.id]));

  return { ids, blockAt, elementsOf, typeOf, boxOf, replace, arrange };
}
