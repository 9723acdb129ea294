# gts.mpi_core, for gts.mpi: ranks, messages between them, groups of ranks.
# Optional: without mpicc, of Open MPI or MPICH, it is not there, and `require "gts.mpi"` says so. Both compile by CC. A part of the
# Makefile.

MPICC := $(shell command -v mpicc)
MPI_OBJECTS = $(call objects_of,$(wildcard src/mpi/*.c))
EXTENDING += $(if $(MPICC),$(BUILD)/lib/gts/mpi_core.so)

$(BUILD)/lib/gts/mpi_core.so $(MPI_OBJECTS): export OMPI_CC = $(CC)
$(BUILD)/lib/gts/mpi_core.so $(MPI_OBJECTS): export MPICH_CC = $(CC)
$(MPI_OBJECTS): $(BUILD)/obj/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	@echo "  mpicc $<"
	$(QUIET)$(MPICC) $(BASE_CFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/lib/gts/mpi_core.so: $(MPI_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  link $@"
	$(QUIET)$(MPICC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -shared -o $@ $^ -ldl -lm

-include $(MPI_OBJECTS:.o=.d)
