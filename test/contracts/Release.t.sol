// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {FundedEscrowTest} from "./support/EscrowTest.sol";

contract ReleaseTest is FundedEscrowTest {
    function test_releaseTransfersTheRewardToTheDoerAndEmitsReleasedAndTransfer() public {
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Released(id, 1 << 3);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(escrow), doer, 10 * TAX);
        release(id, 3, doer);
        equal(token.balanceOf(doer), 10 * TAX, "paid");
        equal(token.balanceOf(address(escrow)), 40 * TAX, "balance");
        equal(escrow.totalHeld(), 40 * TAX, "held");
        expectState(id, 1, false, 1 << 3);
    }

    function test_slotsCanBePaidInAnyOrderAndToTheSameDoer() public {
        release(id, 4, doer);
        release(id, 0, doer);
        release(id, 2, otherDoer);
        release(id, 1, doer);
        release(id, 3, doer);
        equal(token.balanceOf(doer), 40 * TAX, "paid");
        equal(escrow.totalHeld(), 0, "held");
        expectState(id, 5, false, 31);
    }

    function test_releaseOfAPaidSlotReverts() public {
        release(id, 2, doer);
        expectReleaseReverts(id, 2, otherDoer, abi.encodeWithSelector(ITaskEscrow.SlotAlreadyPaid.selector, id, 2));
    }

    function testFuzz_releaseOfASlotOutOfRangeReverts(uint8 slot) public {
        if (slot < 5) slot += 5;
        expectReleaseReverts(id, slot, doer, abi.encodeWithSelector(ITaskEscrow.SlotOutOfRange.selector, id, slot, 5));
    }

    function test_slot99CanBePaid() public {
        bytes32 large = fund(termsOf(1, 100, "a hundred"));
        release(large, 99, doer);
        expectState(large, 1, false, 1 << 99);
    }

    function testFuzz_releaseOfAnUnknownEscrowReverts(bytes32 unknown) public {
        if (unknown == id) unknown = 0;
        expectReleaseReverts(unknown, 0, doer, oneWord(ITaskEscrow.UnknownEscrow.selector, unknown));
    }

    function test_releaseOfAClosedEscrowReverts() public {
        close(someTerms());
        expectReleaseReverts(id, 0, doer, oneWord(ITaskEscrow.AlreadyClosed.selector, id));
    }

    function testFuzz_everyOtherRecipientCanBePaid(address recipient) public {
        if (uint160(recipient) == 0 || recipient == address(escrow) || recipient == address(token)) return;
        uint256 owned = token.balanceOf(recipient);
        release(id, 0, recipient);
        equal(token.balanceOf(recipient) - owned, 10 * TAX, "paid");
    }

    function test_releaseToZeroTheTokenOrTheEscrowReverts() public {
        address[3] memory recipients = [address(0), address(token), address(escrow)];
        for (uint256 i = 0; i < 3; i++) {
            bytes memory reason =
                abi.encodeWithSelector(ITaskEscrow.InvalidRecipient.selector, id, 4, recipients[i]);
            expectReleaseReverts(id, 4, recipients[i], reason);
        }
        expectState(id, 0, false, 0);
    }

    function expectReleaseReverts(bytes32 of_, uint8 slot, address recipient, bytes memory reason) private {
        vm.expectRevert(reason);
        release(of_, slot, recipient);
    }
}
