/** The workbench: records on the left, steps in the middle, documents on the right. */

import { useEffect } from 'preact/hooks';
import { openLink } from '../client/link.ts';
import { startPinning } from '../client/pins.ts';
import { currentRoute } from '../client/route.ts';
import { startRunning } from '../client/runner.ts';
import { startTracing } from '../client/selection.ts';
import { startSuggesting } from '../client/suggestion.ts';
import { Foot } from './foot.tsx';
import { InputColumn } from './input-column.tsx';
import { OutputColumn } from './output-column.tsx';
import { StepsColumn } from './steps-column.tsx';

export function BenchView() {
  useEffect(() => {
    void openLink(currentRoute.value.query.get('state'));
    const ends = [startTracing(), startRunning(), startPinning(), startSuggesting()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <div class="bench">
      <InputColumn />
      <StepsColumn />
      <OutputColumn />
      <Foot />
    </div>
  );
}
