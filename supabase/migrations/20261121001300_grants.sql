-- Everything that has been created so far gets its rights. A later migration that adds a table or a function ends
-- with this line too.
select private.apply_grants();
