import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A part of the page whose code is loaded when it is shown first. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [fault, setFault] = useState('Loading');
    const [, show] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (View) => {
          loaded = View;
          show(true);
        },
        () => setFault('This part of the page cannot be loaded. Is the service reachable?'),
      );
    }, []);
    const View = loaded;
    return View ? <View {...props} /> : <p class="quiet">{fault}</p>;
  };
}
