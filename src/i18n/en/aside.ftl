# Tables that cannot be played on
refused-aside = Table { $table } cannot be read any more and was set aside. A manager of the server can take it up again with /server repair once its data is mended, or end it with /table end; a new one can be opened with /table new.
aside-told = ⚠️ Table { $table } cannot be played on: what is stored of it cannot be read. Finished deals count as before. Open a new table with /table new; a manager of the server can end this one with /table end or, once its data is mended, take it up again with /server repair.
aside-ended = Table { $table } is ended. Finished deals count as before.
